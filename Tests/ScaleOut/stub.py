"""Replica stubs that record requests and answer as told."""
import http.server
import json
import threading

from processes import free_port


class Stub:
    """A stub replica; `requests` are effect requests as `(method, path)`, and `probes` counts the others."""

    def __init__(self, number, port, answer):
        self.number, self.address, self.requests, self.probes = number, (f"127.0.0.{10 + number}", port), [], 0
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status, fields, body = 200, {}, b""
                stub.probes += not self.path.startswith("/v1/")
                if self.path.startswith("/v1/"):
                    stub.requests.append((self.command, self.path))
                    told = answer(stub, self)
                    if told is None:
                        # Simulates a crash: closes the connection without an answer.
                        self.close_connection = True
                        return
                    status, fields, body = told
                self.send_response(status)
                for name, value in {**fields, "Content-Length": len(body)}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                # The prober has closed the connection early.
                pass

        self.server = Server(self.address, Handler)
        threading.Thread(target=self.server.serve_forever, args=[0.05], daemon=True).start()

    @property
    def name(self):
        return f"hanabi-{self.number}"


class Stubs(list):
    """Several stubs. `answer` is a function of the stub and the handler: `(status, fields, body)`, or `None` for no answer."""

    def __init__(self, answer, count=3):
        port = free_port([f"127.0.0.{11 + number}" for number in range(count)])
        super().__init__(Stub(number + 1, port, answer) for number in range(count))

    def stop(self):
        for stub in self:
            stub.server.shutdown()
            stub.server.server_close()


def echo(stub, handler):
    """Returns the request as JSON, and obeys the path: `fall` for no answer, `keep=…` for the cache lifetime."""
    path = handler.path
    if "fall" in path:
        return None
    fields = {"Cache-Control": "no-store"}
    if "keep" in path:
        fields = {"Cache-Control": "public, max-age=1, stale-while-revalidate=60", "ETag": '"same"'}
    return 200, fields, json.dumps({
        "forwarded": ", ".join(handler.headers.get_all("X-Forwarded-For", [])), "number": len(stub.requests)}).encode()
