"""What a lesson's text may hold, and every fault of it by its line."""

from engine.data.split import split
from engine.data.stream_sources import source
from engine.data.view_choice import ViewChoice
from engine.evaluation.folds import Folds
from engine.lessons.facts import fact
from engine.lessons.lesson_faults import check_lesson, situation_of
from engine.lessons.lesson_files import LessonFiles
from engine.lessons.lesson_text import parse_lesson

HEAD = "---\ntitle: A lesson\nlanguage: en\n---\n\n"
WHOLE = """\
# One

Some *text* with $w \\cdot x$ and {{updates}}.

```state
points: |
  2 4 -1
  -6 1 -1
offset: no
step: end
panels: [This update]
```

```spotlight
on: [Step]
```

```task
do: Set it.
until:
  learning_rate: 0.5 .. 2
  updates: ">= 2"
show:
  step: 4
change: []
```
# Two

```task
do: Which?
choices: [a, b]
answer: 2
```
"""


def faults(text, **files):
    contents = {"lesson.md": text.encode(), **files}
    return [str(fault) for fault in check_lesson(LessonFiles("here", contents))]


def test_a_whole_lesson_is_read():
    lesson, wrong = parse_lesson((HEAD + WHOLE).encode(), "lesson.md")
    assert not wrong
    assert (lesson.title, lesson.language) == ("A lesson", "en")
    first, second = lesson.pages
    assert first.title == "One"
    assert first.text == "Some *text* with $w \\cdot x$ and {{updates}}."
    assert first.spotlights == ("Step",)
    assert first.state.panels == ("This update",)
    assert [c.wanted for c in first.task.until] == ["0.5 to 2", "at least 2"]
    assert (second.task.choices, second.task.answer) == (("a", "b"), 1)
    # cases: through the origin two updates, w = (4, −5)
    state = first.state.saved(LessonFiles("here", {}))
    now = situation_of(state)
    assert [fact(n).text(now) for n in ("w1", "w2", "updates")] == ["4", "−5", "2"]


def test_each_fault_is_named_by_its_line():
    text = HEAD + (
        "# One\n\nIt has {{upates}}.\n\n"
        "```state\nexample: xor\nepoch: 3\n```\n\n"
        "```task\ndo: x\nuntil:\n  step: many\n```\n"
    )
    assert faults(text) == [
        "lesson.md:8: there is no fact “upates”: did you mean updates?",
        "lesson.md:18: step: “many” is not a number, “>= 3”, “<= 3” or “1 .. 3”: "
        "write one",
    ]
    assert faults(text.replace("upates", "updates").replace("many", "3")) == [
        "lesson.md:12: learner “perceptron” has no hyperparameter “epoch”: did you "
        "mean epochs?",
    ]


def test_a_task_must_be_open_at_first_and_shown_truly():
    begun = HEAD + WHOLE.replace("step: 4", "step: 1")
    assert faults(begun) == [
        "lesson.md:24: the page begins with this task fulfilled: ask for more, or "
        "begin before it is",
        "lesson.md:24: “show” does not fulfil the task (updates until this step: 1, "
        "wanted at least 2): change one of the two",
    ]


def test_what_is_no_lesson_is_refused_in_a_sentence():
    assert faults("# One\n\nWords.") == [
        "lesson.md:1: has no front matter: begin with lines “---”, “title: …”, “---”"
    ]
    assert faults(HEAD + "Words.\n") == [
        "lesson.md:6: has no page: begin one with “# Title”"
    ]
    assert faults(HEAD + "Words.\n\n# One\n\nWords.\n") == [
        "lesson.md:6: stands before the first page: begin it with “# Title”"
    ]
    assert faults(HEAD + "# One\n\n```task\ndo: &a x\nhint: *a\n```\n") == [
        "lesson.md:10: no “*” in front of a value: quote it"
    ]
    assert faults(HEAD + "# One\n\n```task\ndo: x\n\tuntil: y\n```\n")[0].startswith(
        "lesson.md:10: "
    )


def test_another_learner_keeps_the_settings_as_choosing_it_in_the_window_does():
    text = HEAD + (
        "# One\n\n```state\nexample: xor\nlearner: perceptron\nepochs: 7\n"
        "learning_rate: 3\nfeatures: x1,x2,x1*x2\n```\n\n"
        "```task\ndo: x\nuntil: {learner: adaline}\nchange: [learner, batch_size]\n"
        "show: {learner: adaline, batch_size: 4}\n```\n"
    )
    lesson, wrong = parse_lesson(text.encode(), "lesson.md")
    assert not wrong
    files, (page,) = LessonFiles("here", {}), lesson.pages
    before = page.state.saved(files).recipe
    shown = page.task.show.after(page.state).saved(files).recipe
    assert shown == before.replace(learner="adaline").replace(batch_size=4)
    assert (shown.epochs, shown.features) == (7, ("x1", "x2", "x1*x2"))
    assert not faults(text)


def saved_of(state):
    lesson, wrong = parse_lesson(
        (HEAD + f"# One\n\n```state\n{state}\n```\n").encode(), "lesson.md"
    )
    assert not wrong
    return lesson.pages[0].state.saved(LessonFiles("here", {}))


def test_a_state_names_a_split_as_the_window_deals_it():
    data = saved_of("example: two-clusters").data
    shares = "split: {validation: 0.3, test: 0.1, seed: 4}"
    dealt = saved_of(f"example: two-clusters\n{shares}").data
    assert dealt.parts.tolist() == split(data, 0.3, 0.1, 4).parts.tolist()
    fold = "split: {folds: 4, fold: 3, seed: 2, stratified: no}"
    dealt = saved_of(f"example: two-clusters\n{fold}").data
    folds = Folds(4, 2, stratified=False).parts(data)
    assert dealt.parts.tolist() == folds[2].tolist()


def test_a_state_names_a_stream_as_it_plays():
    bare = "points: |\n  -1 -1 A\n  1 1 B\nlearner: averaged-perceptron\nepochs: 9\n"
    drift = "{source: drift, period: 50, samples: 300}"
    saved = saved_of(f"{bare}stream: {drift}\nstep: end")
    assert saved.data.n_samples == 302
    assert saved.recipe.epochs == 1
    X, y = source("drift").give(2, 300, 0, {"period": 50, "noise": 0.6}, None)
    assert saved.data.X[2:].tolist() == X.tolist()
    assert saved.data.y[2:].tolist() == y.tolist()
    # each point of an adversary was a mistake when it came
    saved = saved_of(f"{bare}stream: {{source: unfair-adversary, samples: 12}}")
    tape = situation_of(saved).tape
    assert [tape.frame(k).mistake for k in range(3, 15)] == [True] * 12


def test_a_split_and_a_stream_that_cannot_be_are_refused_by_line():
    def refused(state):
        (fault,) = faults(
            HEAD + f"# One\n\n```state\nexample: xor\n{state}\n```\n\nWords.\n"
        )
        return fault.removeprefix("lesson.md:")

    assert refused("split: {validation: 2}").startswith("10: validation: ")
    assert refused("split: {parts: 2}") == "10: there is no “parts” here: leave it out"
    assert (
        refused("split: {folds: 3, fold: 4}")
        == "10: there is no fold 4 of 3: write 1 to 3"
    )
    assert refused("split: 3").startswith("10: split: has no entries: write lines")
    assert refused("stream: {source: rain}").startswith("10: source: “rain” is not")
    assert refused("stream:\n  source: drift\n  period: 2").startswith("12: period: ")
    assert "out of range" in refused("stream: {source: drift, samples: 1000000}")
    assert "no more than" in refused("stream: {source: fair-adversary, samples: 200}")


def test_there_is_a_reply_to_each_wrong_choice_or_to_none():
    def task(replies):
        text = WHOLE.replace("[a, b]", "[a, b, c]") + "\n"
        return HEAD + text.replace("answer: 2\n", f"answer: 2\nreplies: {replies}\n")

    lesson, wrong = parse_lesson(task("[no, never]").encode(), "lesson.md")
    assert not wrong
    assert lesson.pages[1].task.replies == ("no", "", "never")
    assert lesson.pages[0].task.replies == ()
    (fault,) = faults(task("[no]"))
    assert fault.endswith(
        "replies: are 1 in number: give 2, one for each wrong choice in turn"
    )
    (fault,) = faults(task('["{{nothing}}", no]'))
    assert "there is no fact “nothing”" in fault
    (fault,) = faults(HEAD + WHOLE.replace("show:", "replies: [no]\nshow:"))
    assert "replies: are 1 in number: give 0" in fault


def test_a_state_stretches_the_axes_of_two_features():
    def view(entries, state=None):
        text = HEAD + f"# One\n\n```state\n{entries}\n```\n"
        lesson, wrong = parse_lesson(text.encode(), "lesson.md")
        assert not wrong
        state = lesson.pages[0].state.after(state)
        return state, state.saved(LessonFiles("here", {})).view_choice

    first, stretched = view("example: unlike-scales\naxes: stretched")
    assert stretched.stretched
    assert view("step: 3", first)[1] == stretched
    assert view("example: unlike-scales", first)[1] == ViewChoice()
    assert view("example: iris", first)[1] is None
    text = HEAD + "# One\n\n```state\naxes: long\n```\n\nWords.\n"
    assert faults(text) == [
        "lesson.md:9: axes: “long” is not equal or stretched: write one of these"
    ]
