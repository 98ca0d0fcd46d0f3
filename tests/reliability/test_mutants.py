import ast

from tests.reliability.mutants import Baseline, mutants


def test_every_mutant_is_another_program():
    path = "engine/learners/perceptron.py"
    with open(path) as file:
        true = ast.dump(ast.parse(file.read()))
    made = list(mutants(path))
    assert made
    assert all(ast.dump(ast.parse(m.source)) != true for m in made)


def test_the_tests_of_a_line_come_first_then_those_of_its_file():
    mutant = next(m for m in mutants("engine/learners/perceptron.py") if m.lines)
    line = mutant.lines[0]
    came = {mutant.path: {line: {"slow", "quick"}, line + 900: {"near"}}}
    seconds = {"far": 0.1, "near": 0.1, "slow": 2.0, "quick": 1.0, "long": 100.0}
    tests = Baseline(seconds, came).tests(mutant)
    assert tests == ["quick", "slow", "near", "far"]
    own = "tests/engine/learners/test_perceptron.py::test_it"
    came[mutant.path][line].add(own)
    assert Baseline(seconds | {own: 1.5}, came).tests(mutant)[:2] == [own, "quick"]
