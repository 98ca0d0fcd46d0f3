"""The command `train`: learn from a table, at once or block by block."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.data import add_data, data_of, open_table, opened, tell_more
from engine.cli.messages import REPORT_SECONDS, Outcome, StatusLine, add_manners, note
from engine.cli.options import (
    add_parts,
    add_recipe,
    recipe_of,
    refuse,
    split_of,
    start_classes,
    start_file,
    tell_unused,
    usual_index,
    with_degree,
    with_start,
)
from engine.cli.orders import check_orders, compare
from engine.cli.outputs import (
    Look,
    OutputFile,
    add_outputs,
    file_facts,
    outputs_of,
    save_weights,
    sound_outputs,
)
from engine.cli.summary import RunSummary
from engine.data.classes import Classes, in_classes
from engine.data.dataset import TEST
from engine.data.feature_map import feature_map
from engine.data.formats.registry import format_of
from engine.errors import UserError
from engine.evaluation.order_comparison import FEWEST, MOST
from engine.export.csv_tables import write_curve, write_mistakes, write_trace
from engine.export.film import FilmPlan
from engine.export.session_file import SUFFIX as SESSION
from engine.export.session_file import (
    SavedSession,
    check_readable,
    digest_of,
    write_session,
)
from engine.export.weights import SUFFIXES
from engine.files import check_place
from engine.learners import learner
from engine.training.manual_weights import rows_of
from engine.training.problem import problem
from engine.training.tape import Tape

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from engine.cli.outputs import Draw
    from engine.training.recipe import Recipe

SUMMARY = "learn from a table"
EXAMPLES = """\
  %(prog)s points.csv --epochs 50 --weights w.json --plot points.png
  %(prog)s points.csv --learner adaline --batch-size 0 --standardise
  %(prog)s points.csv --features "x1,x1^2" --test 0.2 --json
  %(prog)s points.csv --page run.html --session run.plab
  %(prog)s points.csv --orders 20 --runs orders.csv
  %(prog)s more.csv --recipe w.json --start w.json
  %(prog)s big.csv --stream --classes no,yes"""
FILES = (
    OutputFile("weights", SUFFIXES, "the weights, in the units of the data"),
    OutputFile(
        "plot", (".png", ".svg", ".pdf"), "a picture of the samples and the boundary"
    ),
    OutputFile("curve", (".csv",), "mistakes, errors, loss and cost of each epoch"),
    OutputFile("trace", (".csv",), "every step: sample, score, update, weights"),
    OutputFile("animation", (".gif", ".mp4"), "a film of the run"),
    OutputFile(
        "code",
        (".py", ".ipynb"),
        "a program, or a notebook, that trains again: it reads OUT-data.csv, which is "
        "written beside it",
    ),
    OutputFile(
        "session",
        (SESSION,),
        "a session of samples and recipe, at the end of the run: the window opens it",
    ),
    OutputFile("page", (".html",), "a page that plays the run in any browser"),
    OutputFile("runs", (".csv",), "with --orders: updates and errors of each order"),
)
NEEDS_ALL = (
    "plot", "trace", "animation", "code", "session", "page", "validation", "test",
    "weight", "verdict",
)  # fmt: skip
"""Options that need all samples, or all steps, at once: not with ``--stream``."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of `train`."""
    add_data(parser)
    large = parser.add_argument_group("a table larger than memory")
    large.add_argument(
        "--stream",
        action="store_true",
        help="read the file chunk by chunk, again in every epoch; the weights are the "
        "same, of samples in the order given",
    )
    large.add_argument(
        "--classes",
        metavar="A,B",
        help="with --stream: all classes, which spares reading the file for them",
    )
    large.add_argument(
        "--no-copy",
        action="store_true",
        help="with --stream: keep no copy of a large table in binary, which the passes "
        "after the first read, in the cache folder",
    )
    orders = parser.add_argument_group("how much the order of the samples does")
    orders.add_argument(
        "--orders",
        type=int,
        metavar="N",
        help="run the recipe under so many orders, shuffled by the seeds from --seed "
        f"on, {FEWEST} to {MOST}; say how its updates and errors differ, and those of "
        "the mean and the vote of its weights",
    )
    add_outputs(parser, FILES)
    parser.add_argument(
        "--code-library",
        choices=("numpy", "sklearn"),
        default="numpy",
        help="with --code: what it trains with. numpy comes to the same weights, to "
        "the last digit; sklearn is the nearest estimator of scikit-learn",
    )
    parser.add_argument(
        "--verdict",
        action="store_true",
        help="say of the run what the window says of it: whether the samples are "
        "separable, how it ended, whether its weights repeat, what would help",
    )
    add_manners(parser)
    add_parts(parser)
    add_recipe(parser)


def run_command(args: Namespace, draw: Draw | None) -> Outcome:
    """Train as the options say.

    Raises
    ------
    UserError
        If anything is wrong with the options, the data or the files to write.
    """
    outputs = outputs_of(args, FILES, draw, read=_sessions_read(args))
    _check_code(args, outputs)
    check_orders(args)
    recipe = recipe_of(args)
    if args.orders is not None and recipe.get("order") is not None:
        recipe = recipe.replace(order="shuffled")
    tell_unused(args, [recipe])
    if args.stream:
        return _stream(args, recipe, outputs)
    refuse(args, ("classes", "no_copy"), "goes with --stream only: leave it out")
    data = data_of(args, usual_index(args))
    recipe = with_degree(args, recipe, data.feature_names)
    data = split_of(args, data)
    if (start := start_file(args)) is not None:
        data = in_classes(data, start_classes(start))
        made = problem(data, recipe.replace(start="zero"))
        recipe = with_start(
            args, recipe, made.features.names, data.class_names, made.scaling
        )
    if args.orders is not None:
        refuse(args, ("verdict",), "is of one run, not of --orders: leave it out")
        return compare(args, data, recipe, outputs)
    _check_playable(outputs, SavedSession(data, recipe, 0))
    tape = Tape(data, recipe)
    extend(tape)
    run = RunSummary.of_tape(tape, str(args.data), args.weight or "")
    if args.verdict:
        from engine.diagnosis.verdict import verdict

        run = replace(run, verdict=verdict(tape))
    outputs, status = sound_outputs(outputs, run, force=args.force)
    for kind, path in outputs:
        with StatusLine() as line:
            line.show(f"writing {path}")
            report = line.share(f"writing {path}")
            if kind == "code":
                from engine.programs.run_code import write_run_code

                write_run_code(tape, path, args.code_library)
            else:
                _write(kind, tape, path, draw, report, safe=args.safe_csv)
    facts = run.facts | {"files": file_facts(outputs)}
    return Outcome(run.columns + run.text, facts, status)


def _sessions_read(args: Namespace) -> list[str]:
    """Give the sessions read besides the data: their own samples would be lost."""
    models = (args.recipe, args.start)
    return [path for path in models if path and Path(path).suffix.lower() == SESSION]


def _check_playable(outputs: Sequence[tuple[str, Path]], saved: SavedSession) -> None:
    """Make sure that the window opens a run as it is, and that a page plays it.

    Raises
    ------
    UserError
        If not; names the option and the file.
    """
    for kind, path in outputs:
        try:
            if kind == "session":
                check_readable(saved)
                _check_set_by_hand(saved.recipe)
            elif kind == "page":
                from engine.export.page import check_page

                check_page(saved)
        except UserError as error:
            raise UserError(f"--{kind} {path}: {error}") from None


def _check_set_by_hand(recipe: Recipe) -> None:
    """Refuse a learner without weights where a hand sets them: the window would."""
    rule = learner(recipe.learner)
    if rule.by_hand and not rows_of(recipe):
        raise UserError(
            f"of the learner {rule.title} the window sets first weights itself: give "
            "yours (--start=1,2,-0.5)"
        )


def _check_code(args: Namespace, outputs: Sequence[tuple[str, Path]]) -> None:
    """Make sure that the samples beside a program are written over nothing else."""
    programs = [path for kind, path in outputs if kind == "code"]
    if not programs:
        return
    from engine.programs.run_code import data_place

    taken = {os.path.realpath(path) for path in (args.data, *(p for _, p in outputs))}
    for path in programs:
        place = data_place(path)
        if os.path.realpath(place) in taken:
            raise UserError(
                f"--code {path}: its samples, {place}, would overwrite what is "
                "read or another output: give another name"
            )
        check_place(place)


def extend(tape: Tape) -> None:
    """Record a run to its end; a terminal sees how far it is."""
    with StatusLine() as status:
        status.show("preparing the learner")
        while not tape.finished:
            tape.extend(REPORT_SECONDS)
            epoch, most = tape.epoch_of(tape.steps), tape.problem.epochs
            status.show(f"training: epoch {epoch:,} of at most {most:,}")


def _write(
    kind: str,
    tape: Tape,
    path: Path,
    draw: Draw | None,
    report: Callable[[float], bool],
    *,
    safe: bool,
) -> None:
    if kind == "weights":
        save_weights(tape.model(), path, safe=safe)
    elif kind == "curve":
        write_curve(tape.epochs, path)
    elif kind == "trace":
        write_trace(tape, path, lambda done, n: report(done / n), safe=safe)
    elif kind == "session":
        digest = digest_of(tape.frame(tape.steps))
        write_session(path, replace(_session_of(tape), digest=digest), report)
    elif kind == "page":
        from engine.export.page import write_page

        write_page(path, _session_of(tape))
    elif kind == "plot" and draw is not None:
        draw.picture(tape, tape.steps, path, Look())
    elif draw is not None:
        draw.film(tape, FilmPlan.of_run(tape.steps), path, Look(), report)


def _session_of(tape: Tape) -> SavedSession:
    """Give a run as a session at its end; its error on a test part has been told."""
    uses = int(len(tape.data.counted_rows_of(TEST)) > 0)
    return SavedSession(tape.data, tape.recipe, tape.steps, test_uses=uses)


def _stream(
    args: Namespace, recipe: Recipe, outputs: list[tuple[str, Path]]
) -> Outcome:
    """Learn from a file that is larger than memory and write the outputs."""
    refuse(args, NEEDS_ALL, "does not go with --stream: leave one of the two out")
    file = opened(args)
    if not format_of(file).is_table:
        raise UserError(
            f"{file}: --stream reads tables only: save the file as CSV or Parquet, or "
            "leave --stream out"
        )
    from engine.training.incremental import require_incremental

    require_incremental(recipe)
    table = open_table(args)
    said = table.notes
    with StatusLine() as line:
        table.fit(line.share("reading the means and levels"))
    if not args.no_copy:
        table.keep_copy()
    recipe = with_degree(args, recipe, table.feature_names)
    classes = _classes_of(args)
    if (start := start_file(args)) is not None:
        if recipe.get("standardise"):
            raise UserError(
                f"--start {start}: does not go with both --stream and --standardise: "
                "leave one of the three out"
            )
        classes = classes or table.classes(start_classes(start))
        features = feature_map(
            table.feature_names, recipe.features, squares=recipe.squares
        )
        recipe = with_start(args, recipe, features.names, classes.names, None)
    with StreamMeter() as meter:
        from engine.training.out_of_core import run_out_of_core

        stream_run = run_out_of_core(table, recipe, meter, classes)
    tell_more(table.provenance.notes, said)
    if table.copied:
        note(
            f"{table.path}: after the first pass it was read from a copy in binary of "
            f"{table.copied / 1e6:,.0f} MB, which is gone now (--no-copy makes none)"
        )
    run = RunSummary.of_stream(stream_run, str(args.data))
    outputs, status = sound_outputs(outputs, run, force=args.force)
    for kind, path in outputs:
        if kind == "weights":
            save_weights(run.model, path, safe=args.safe_csv)
        else:
            write_mistakes(stream_run.mistakes, path)
    return Outcome(
        run.columns + run.text, run.facts | {"files": file_facts(outputs)}, status
    )


def _classes_of(args: Namespace) -> Classes | None:
    """Read ``--classes``."""
    if args.classes is None:
        return None
    classes = Classes(name.strip() for name in args.classes.split(","))
    if len(classes.occurring) < 2:
        raise UserError(
            f"--classes {args.classes}: name at least two classes, such as no,yes"
        )
    return classes


class StreamMeter(StatusLine):
    """Shows on a terminal how far a run over a file is, and how fast."""

    def __init__(self) -> None:
        super().__init__()
        self._doing = ""
        self._begun = self._last = time.monotonic()

    def __call__(self, doing: str, share: float, samples: int) -> None:
        """Show it, not too often."""
        now = time.monotonic()
        if doing != self._doing:
            self._doing, self._begun, self._shown = doing, self._last, 0.0
        self._last = now
        if not self.due(now):
            return
        rate = samples / max(now - self._begun, 1e-3)
        self.show(f"{doing}: {share:.0%}, {rate:,.0f} samples/s")
