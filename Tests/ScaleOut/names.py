"""A name server for one name, like a headless service in a cluster."""
import socket
import struct
import threading


class NameServer:
    """Answers every IPv4 query with `addresses`, which may change, or not at all while `is_silent`."""

    def __init__(self, addresses):
        self.addresses, self.is_silent = list(addresses), False
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            query, sender = self.socket.recvfrom(4096)
            if self.is_silent:
                continue
            end = 12
            while query[end]:
                end += query[end] + 1
            question = query[12:end + 5]
            is_address = question[-4:] == b"\0\1\0\1"
            addresses = self.addresses if is_address else []
            # An authoritative response that repeats the question; each answer refers to the question's name.
            head = query[:2] + struct.pack(">HHHHH", 0x8580, 1, len(addresses), 0, 0)
            records = b"".join(
                b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 1, 4) + socket.inet_aton(address) for address in addresses)
            self.socket.sendto(head + question + records, sender)
