"""A page in Chromium against a local service, for the benchmarks of pages."""
import contextlib
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Smoke"))
from chromium import Browser
from memory import start


@contextlib.contextmanager
def opened(program, width, height):
    """Starts a service and a browser with a page of a size, and ends both."""
    service, port = start(program, "serve")
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(f"http://127.0.0.1:{port}", folder)
        browser.look(width, height)
        yield browser
        browser.call("Browser.close")
        browser.process.wait(timeout=30)
    service.terminate()
    service.wait()
