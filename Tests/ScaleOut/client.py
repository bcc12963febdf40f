"""Requests as browsers send them, and their outcomes."""
import hashlib
import http.client
import threading
import time


class Answer:
    """`outcome` is the status, `cut` for a truncated answer, or `lost` for none."""

    def __init__(self, path, outcome, fields, body, seconds):
        self.path, self.outcome, self.fields, self.seconds = path, outcome, fields, seconds
        self.size, self.body = len(body), body
        self.digest = hashlib.sha256(body).hexdigest()

    @property
    def is_ok(self):
        return self.outcome == 200


class Client:
    """A persistent connection for use by one thread."""

    def __init__(self, address, timeout=40, source=None):
        """`source` is the local address of the connection."""
        self.address, self.timeout, self.connection = address, timeout, None
        self.source = (source, 0) if source else None

    def get(self, path, fields=None):
        start = time.perf_counter()
        reused = self.connection is not None
        began, status, found, body = False, "lost", {}, b""
        try:
            if not reused:
                self.connection = http.client.HTTPConnection(*self.address, timeout=self.timeout, source_address=self.source)
            self.connection.request("GET", path, headers=fields or {})
            answer = self.connection.getresponse()
            began, status, found = True, answer.status, {name.lower(): value for name, value in answer.getheaders()}
            body = answer.read()
            if answer.will_close:
                self.close()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            # The server has closed the idle connection: browsers retry silently.
            if reused and not began and not isinstance(error, TimeoutError):
                return self.get(path, fields)
            status = "cut" if began else "lost"
        return Answer(path, status, found, body, time.perf_counter() - start)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


def get_all(address, paths, threads=8):
    """Returns the answers of all paths in order, requested a few at a time."""
    answers, places = [None] * len(paths), iter(range(len(paths)))
    lock = threading.Lock()

    def run():
        client = Client(address)
        while True:
            with lock:
                place = next(places, None)
            if place is None:
                return client.close()
            answers[place] = client.get(paths[place])

    workers = [threading.Thread(target=run, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return answers


def get_at_once(address, path, count):
    """Requests one path `count` times at the same moment over separate connections."""
    answers, barrier = [], threading.Barrier(count)

    def run():
        client = Client(address)
        barrier.wait()
        answers.append(client.get(path))
        client.close()

    workers = [threading.Thread(target=run, daemon=True) for _ in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return answers


class Load:
    """Threads that request one path after another until stopped."""

    def __init__(self, address, path, threads=6, pause=0.0):
        """`path` is a function of a number that is used once."""
        self.address, self.path, self.pause = address, path, pause
        self.answers, self.lock, self.count, self.is_over = [], threading.Lock(), 0, False
        self.workers = [threading.Thread(target=self.run, daemon=True) for _ in range(threads)]
        self.start = time.monotonic()
        for worker in self.workers:
            worker.start()

    def run(self):
        client = Client(self.address)
        while not self.is_over:
            with self.lock:
                number = self.count
                self.count += 1
            answer = client.get(self.path(number))
            with self.lock:
                self.answers.append(answer)
            time.sleep(self.pause)
        client.close()

    def stop(self):
        """Waits until all requests are answered or abandoned."""
        self.is_over = True
        for worker in self.workers:
            worker.join()
        return self.answers


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
