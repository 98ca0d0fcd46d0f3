import pytest

from engine.data.classes import spoken_class


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("A", "class A"),
        ("class0", "class0"),
        ("Class 2", "Class 2"),
        ("a\nb", "class a b"),
    ],
)
def test_class_is_not_said_twice(name, said):
    assert spoken_class(name) == said
