from tests.gui.conftest import (  # noqa: F401
    hand,
    perceptron_compiled,
    qapp_cls,
    threads_over,
    window,
)
