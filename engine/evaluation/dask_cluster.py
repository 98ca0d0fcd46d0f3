"""A search on an existing Dask cluster."""

from __future__ import annotations

import time
from concurrent.futures import Future, wait
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

from engine import __version__
from engine.errors import Cancelled, UserError, never, pip_install

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from engine.evaluation.search_tasks import SearchJob, SearchTask

    Errors = NDArray[np.float64]

TIMEOUT_SECONDS = 10
"""Seconds in which the cluster must answer."""
POLL_SECONDS = 0.05
"""Seconds between two looks whether it has, or is no longer wanted."""
SILENT = (
    "something is at {}, but it does not answer as a Dask cluster: check the address"
)


class DaskCluster:
    """The workers of a Dask cluster, on which this project is installed.

    A job is scattered to them once. Tasks that have begun when a search is
    cancelled are not waited for.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``tcp://10.0.0.5:8786``.
    stop : callable
        Asked, while the cluster is awaited, whether it is no longer wanted.

    Raises
    ------
    UserError
        If there is no Dask here or no cluster there.
    Cancelled
        If it is no longer wanted.
    """

    def __init__(self, address: str, stop: Callable[[], bool] = never) -> None:
        answer: Future[tuple[Any, int]] = Future()
        # What is no Dask cluster may hold the line for ever: it can be left hanging.
        Thread(target=_answer, args=(answer, address), daemon=True).start()
        until = time.monotonic() + 2 * TIMEOUT_SECONDS
        while not wait([answer], POLL_SECONDS).done:
            late = time.monotonic() > until
            if late or stop():
                answer.add_done_callback(_close_client)
                raise UserError(SILENT.format(address)) if late else Cancelled
        self._client, self.count = answer.result()

    def __enter__(self) -> Self:
        """Give the cluster, connected since it was made."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close()

    @contextmanager
    def sharing(
        self, job: SearchJob
    ) -> Iterator[Callable[[SearchTask], Future[Errors]]]:
        """Let the cluster work on a job."""
        there = self._client.scatter(job, broadcast=True, hash=False)
        pool = self._client.get_executor(pure=False)
        try:
            yield lambda task: pool.submit(_errors, there, task)
        except UserError:
            raise
        except Exception as error:
            said = str(error) or "it has gone away"
            raise UserError(f"the Dask cluster failed: {said}") from None
        finally:
            pool.shutdown(wait=False)
            there.release()


def _answer(answer: Future[tuple[Any, int]], address: str) -> None:
    """Give a client of the cluster and its cores, or what went wrong."""
    try:
        client = _client(address)
        try:
            answer.set_result((client, _cores(client, address)))
        except BaseException:
            client.close()
            raise
    except BaseException as error:
        answer.set_exception(error)


def _close_client(answer: Future[tuple[Any, int]]) -> None:
    if answer.exception() is None:
        answer.result()[0].close()


def _client(address: str) -> Any:
    try:
        import distributed
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise UserError(f"a cluster needs Dask: {pip_install('cluster')}") from None
    connect: Any = distributed.Client
    until = time.monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            get_address_host_port(address)  # a client of no address is slow to give up
            return connect(address, timeout=TIMEOUT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise UserError(
                f"no Dask cluster answers at {address} ({error}): check the address, "
                "or start the cluster"
            ) from None
        except AssertionError:
            # The scheduler's greeting came in one batch with news of other clients'
            # tasks, for which the client is not prepared: greet again.
            if time.monotonic() > until:
                raise UserError(SILENT.format(address)) from None
            time.sleep(POLL_SECONDS)


def _cores(client: Any, address: str) -> int:
    """Count the workers' threads; make sure that they have this project."""
    try:
        versions = client.run(_version)
    except Exception as error:
        raise UserError(
            f"the workers of {address} do not have perceptron-lab: install it there "
            f"({error})"
        ) from None
    if not versions:
        raise UserError(
            f"the Dask cluster at {address} has no workers: start some workers"
        )
    if set(versions.values()) != {__version__}:
        raise UserError(
            f"the workers of {address} have another version of perceptron-lab: install "
            f"{__version__} there"
        )
    return sum(client.nthreads().values())


def _version() -> str:
    return __version__


def _errors(job: SearchJob, task: SearchTask) -> Errors:
    return job.errors(task)
