#!/usr/bin/env python3
"""Runs three replicas on loopback behind nginx, HAProxy and Varnish as shipped in Docker/, and checks correctness and throughput.

    Tests/ScaleOut/scale.py .build/release/hanabi [--short] [--front nginx …] [--figures file.json]

Needs nginx, HAProxy and Varnish from Debian (missing ones are skipped with a message), wrk for some figures, and permission to create
control groups for others. Prints a summary and exits with 1 if a check fails.
"""
import argparse
import json
import os
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import checks  # noqa: E402
import hostile  # noqa: E402
import measure  # noqa: E402
from fronts import FRONTS, Cluster, HAProxy, Nginx, check_tls  # noqa: E402
from processes import end_all  # noqa: E402
from replicas import Fleet  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--short", action="store_true", help="no throughput, no hit ratio, fewer replicas restarted")
    parser.add_argument("--front", action="append", choices=[front.name for front in FRONTS], help="this one; all by default")
    parser.add_argument("--figures", help="a file for what was measured, as JSON")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    start, report, folder = time.monotonic(), checks.Report(), tempfile.mkdtemp(prefix="hanabi-scale-")
    # nginx's workers run as another user.
    os.chmod(folder, 0o755)
    wanted = [front for front in FRONTS if not options.front or front.name in options.front]
    classes = [front for front in wanted if front.is_installed()]
    for front in wanted:
        report.expect(front in classes, "installed", front.name, f"{' and '.join(front.program)} should be there")
    try:
        run(options, program, folder, classes, report)
    finally:
        end_all()
        if report.failures or sys.exc_info()[0]:
            print(f"\nlogs: {folder}")
        else:
            shutil.rmtree(folder)
    if options.figures:
        with open(options.figures, "w") as file:
            json.dump(report.figures, file, indent=2)
    print(f"\nscale.py: {time.monotonic() - start:.0f} s, "
          + ("all well" if not report.failures else "\n".join(["these do not hold:", *report.failures])))
    return 1 if report.failures else 0


def run(options, program, folder, classes, report):
    if Nginx in classes:
        tls = check_tls(os.path.join(folder, "tls"))
        report.expect(tls.returncode == 0, "TLS", "nginx", f"nginx -t: {tls.stderr}")

    fleet = Fleet(program, 3, folder, ["--cache-tags", "Cache-Tag"])
    fronts = [front(fleet, folder) for front in classes]
    checks.same_bytes(report, fleet, fronts)
    checks.one_render(report, fleet, fronts)
    # Longer than the 30 s after which HAProxy discards the last name lookup by default.
    for front in fronts:
        if isinstance(front, Cluster):
            front.names.is_silent = True
            report.title("The name server says nothing from now on")
    hostile.long_targets(report, fleet, fronts)
    hostile.spellings(report, fleet, fronts)
    hostile.forgets(report, fronts)
    hostile.slow_readers(report, fleet, fronts)

    report.title("Which replica each URL belongs to")
    keys = checks.Keys(report, fleet, fronts, 150 if options.short else 600)
    with checks.UnderLoad(report, fleet, fronts, "a replica killed"):
        fleet[1].kill()
        time.sleep(3)
    keys.while_gone(fleet[1])
    fleet[1].start()
    # nginx retries a failed replica after 10 s.
    keys.when_back(20)
    # Longer than the 12 s after which a front gives up on the replica.
    with checks.UnderLoad(report, fleet, fronts, "a replica frozen"):
        fleet[2].freeze()
        time.sleep(15)
        fleet[2].thaw()
    with checks.UnderLoad(report, fleet, fronts, "a replica restarted"):
        for replica in fleet[:1] if options.short else fleet:
            status = replica.stop()
            report.expect(status == 0, "a replica restarted", replica.name, f"SIGTERM ended it with {status}")
            replica.start()
            time.sleep(1)
    if not options.short:
        measure.kept_answers(report, fleet, fronts, 5)
    fleet.stop()
    hostile.nobody(report, fleet, fronts)
    for front in fronts:
        front.stop()

    if Cluster in classes:
        checks.spread(report, folder, Cluster)
    hostile.headers(report, folder, classes)
    hostile.signed(report, program, folder, classes)

    place = os.path.join(folder, "busy")
    fleet = Fleet(program, 3, place, ["--render-threads", "1", "--max-waiting", "1", "--cache-bytes", "0"])
    fronts = [front(fleet, place) for front in classes]
    checks.busy(report, fleet, fronts)
    for front in fronts:
        front.stop()
    fleet.stop()

    if not options.short:
        if Nginx in classes:
            measure.throughput(report, program, Nginx, folder, 8)
        if HAProxy in classes:
            measure.hit_ratio(report, program, folder, HAProxy, [front for front in classes if front.keeps])


if __name__ == "__main__":
    sys.exit(main())
