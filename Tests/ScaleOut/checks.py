"""Checks that hold for every front. Each check reports what it saw and what is wrong."""
import collections
import os
import time

from client import Load, get_all, get_at_once, percentile
from processes import wait_until
from stub import Stubs, echo

# Small enough to render many times per second, large enough to be interrupted midway.
SMALL = "/v1/effects/confetti.png?w=60&h=60&d=0.4&fps=20"
LARGE = "/v1/effects/confetti.png?w=300&h=300&d=2&fps=20"
# Takes longer to render than nginx's requests wait for each other.
COLD = "/v1/effects/confetti.png?w=700&h=700&d=4&fps=30"
# Cached by no front, because Accept selects its form.
PASSED = "/v1/effects/confetti?w=300&h=300&d=4&fps=30"
# A dry run, never cached.
CHEAP = "/v1/effects/confetti.png?w=60&h=60&dry=1"


class Report:
    """A human-readable report; `failures` is empty if all checks pass."""

    def __init__(self):
        self.failures, self.figures = [], {}

    def say(self, check, front, text):
        print(f"  {check:22} {front:11} {text}", flush=True)

    def expect(self, is_so, check, front, text):
        if not is_so:
            self.failures.append(f"{check}, {front}: {text}")
            print(f"  {check:22} {front:11} WRONG: {text}", flush=True)

    def title(self, text):
        print(f"\n{text}", flush=True)


def same_bytes(report, fleet, fronts):
    """Equal URLs yield equal bytes from every replica and through every front, cached or not."""
    report.title("The same URL gives the same bytes")
    paths = [
        "/v1/effects/confetti.png?seed=same&w=200&h=150&d=1", "/v1/effects/stars.webp?seed=same&w=100&h=100&d=0.5",
        "/v1/effects/firework.gif?w=100&h=80&d=0.5", "/v1/effects/cannon.still.png?w=100&h=100", "/v1/effects/rain.json?w=80&h=80&d=0.3",
        "/v1/effects/like.sheet.png?d=0.5&fps=10", "/v1/effects/emoji-burst.png?w=80&h=80&d=0.3",
    ]
    places = [replica.address for replica in fleet] + [front.address for front in fronts for _ in range(2)]
    answers = [get_all(place, paths, threads=2) for place in places]
    for number, path in enumerate(paths):
        seen = {(answer[number].outcome, answer[number].digest) for answer in answers}
        # Varnish requests compressed dumps and decompresses them itself, which makes their entity tag different and weak.
        tags = {answer[number].fields.get("etag") for answer in answers} if ".json" not in path else {None}
        report.expect(len(seen) == 1 and len(tags) == 1 and answers[0][number].is_ok, "same bytes", "", f"{path}: {seen}, {tags}")
    report.say("same bytes", "all", f"{len(paths)} URLs from {len(fleet)} replicas and twice through {len(fronts)} fronts")


def one_render(report, fleet, fronts, count=60):
    """Concurrent requests of a new URL share one render."""
    report.title(f"{count} simultaneous requests of one cold URL")
    for front in fronts:
        path = f"{COLD}&seed=cold-{front.name}"
        answers = get_at_once(front.address, path, count)
        outcomes = collections.Counter(answer.outcome for answer in answers)
        wait_until(lambda: fleet.renders(path)[0] > 0, 5, "no replica wrote of it")
        time.sleep(0.3)
        renders, others = fleet.renders(path)
        times = [answer.seconds for answer in answers]
        report.say("one render", front.name, f"{renders} render; replicas besides: {others or 'nothing'}; "
                   f"{min(times):.2f} s the first, {percentile(times, .5):.2f} s in the middle, {max(times):.2f} s the last")
        report.expect(outcomes == {200: count}, "one render", front.name, f"answers: {dict(outcomes)}")
        report.expect(len({answer.digest for answer in answers}) == 1, "one render", front.name, "not all got the same bytes")
        report.expect(renders == 1, "one render", front.name, f"{renders} renders")
        report.figures[f"one render, {front.name}, s"] = [round(percentile(times, share), 3) for share in (0, .5, 1)]


class Keys:
    """A fixed set of URLs, requested repeatedly to record which replica answers each."""

    def __init__(self, report, fleet, fronts, count):
        self.report, self.fleet, self.fronts = report, fleet, fronts
        self.paths = {
            front.name: [f"{CHEAP}&seed={front.name}-{number}" for number in range(count)] for front in fronts}
        self.before = self.ask()
        for front in fronts:
            counts = collections.Counter(self.before[front.name].values())
            report.say("shares of keys", front.name, ", ".join(f"{name} {counts[name]}" for name in sorted(counts)))
            report.expect(len(counts) == len(fleet), "shares of keys", front.name, f"only {sorted(counts)} are asked")

    def ask(self):
        found, asked = {}, {front.name: get_all(front.address, self.paths[front.name]) for front in self.fronts}
        # Most URLs have an earlier log line, so wait for the new ones.
        time.sleep(0.3)
        for front in self.fronts:
            answers = asked[front.name]
            bad = collections.Counter(answer.outcome for answer in answers if not answer.is_ok)
            self.report.expect(not bad, "shares of keys", front.name, f"{dict(bad)}")
            found[front.name] = self.fleet.who_answered([answer.path for answer in answers if answer.is_ok])
        return found

    def while_gone(self, gone):
        """Only the stopped replica's keys move, and to more than one other replica."""
        now = self.ask()
        for front in self.fronts:
            before, after = self.before[front.name], now[front.name]
            own = [path for path in before if before[path] == gone.name]
            strayed = [path for path in before if before[path] != gone.name and after.get(path) != before[path]]
            heirs = collections.Counter(after.get(path) for path in own)
            self.report.say("a replica gone", front.name, f"{len(own)} of {len(before)} keys move, to "
                            + " and ".join(f"{name} {heirs[name]}" for name in sorted(heirs, key=str)) + f"; {len(strayed)} others")
            self.report.expect(not strayed, "a replica gone", front.name, f"{len(strayed)} keys of others move")
            self.report.expect(gone.name not in heirs and len(heirs) > 1, "a replica gone", front.name, f"heirs: {dict(heirs)}")

    def when_back(self, limit):
        """Every key is back at its replica within `limit` seconds."""
        end = time.monotonic() + limit
        waiting = list(self.fronts)
        while waiting and time.monotonic() < end:
            now = self.ask()
            waiting = [front for front in waiting if now[front.name] != self.before[front.name]]
            if waiting:
                time.sleep(1)
        for front in self.fronts:
            self.report.expect(front not in waiting, "a replica back", front.name, f"keys are elsewhere after {limit} s")
        if not waiting:
            self.report.say("a replica back", "all", "every key is where it was")


def spread(report, folder, front_class, count=30, keys=12000, most=1.25):
    """The autoscaler's maximum number of replicas have about equal shares of URLs. Three replicas would not reveal an uneven ring."""
    report.title(f"{keys:,} URLs on {count} replicas")
    stubs = Stubs(echo, count)
    front = front_class(stubs, os.path.join(folder, "spread"))
    # The name server's answer is read piece by piece.
    wait_until(lambda: all(stub.probes > 0 for stub in stubs), 20, "not all replicas are asked whether they are ready")
    time.sleep(1)
    answers = get_all(front.address, [f"{CHEAP}&seed=spread-{number}" for number in range(keys)])
    bad = collections.Counter(answer.outcome for answer in answers if not answer.is_ok)
    shares = [len(stub.requests) * count / keys for stub in stubs]
    report.say("spread", front.name, f"the busiest has {max(shares):.2f} times the mean, the idlest {min(shares):.2f}")
    report.expect(not bad, "spread", front.name, f"{dict(bad)}")
    report.expect(max(shares) < most, "spread", front.name, f"the busiest has {max(shares):.2f} times the mean; allowed: {most}")
    report.figures[f"spread over {count}, {front.name}"] = [round(share, 2) for share in (min(shares), max(shares))]
    front.stop()
    stubs.stop()


class UnderLoad:
    """A replica is disturbed while clients request new images through all fronts."""

    def __init__(self, report, fleet, fronts, what):
        self.report, self.fleet, self.fronts, self.what = report, fleet, fronts, what
        report.title(f"{what} under load")

    def path(self, front):
        marker = f"{self.what.split()[-1]}-{front.name}"
        return lambda number: f"{LARGE if number % 8 == 0 else SMALL}&seed={marker}-{number}"

    def __enter__(self):
        self.loads = [Load(front.address, self.path(front), threads=4, pause=0.03) for front in self.fronts]
        time.sleep(1)
        return self

    def __exit__(self, *error):
        if error[0]:
            return
        for front, load in zip(self.fronts, self.loads):
            self.judge(front, load.stop(), time.monotonic() - load.start)

    def judge(self, front, answers, seconds):
        counts = collections.Counter(answer.outcome for answer in answers)
        cut = [answer for answer in answers if answer.outcome == "cut"]
        lost = [answer for answer in answers if answer.outcome not in (200, "cut")]
        # Started responses cannot be revoked; the client retries like a reader who reloads.
        again = get_all(front.address, [answer.path for answer in cut])
        slow = max((answer.seconds for answer in answers), default=0)
        self.report.say(self.what, front.name, f"{len(answers)} requests in {seconds:.0f} s, {len(lost)} lost, {len(cut)} cut after they had "
                        f"begun and well when asked again; the slowest took {slow:.1f} s")
        self.report.expect(not lost, self.what, front.name, f"lost: {dict(counts)}")
        self.report.expect(all(answer.is_ok for answer in again), self.what, front.name, "what was cut is not well when asked again")
        # Responses cached meanwhile must be complete: each one through the front equals a replica's.
        sample = [answer.path for answer in answers if answer.is_ok][-40:] + [answer.path for answer in cut]
        living = next(replica for replica in self.fleet if replica.process.is_running)
        kept, made = get_all(front.address, sample), get_all(living.address, sample)
        wrong = [path for path, one, other in zip(sample, kept, made) if not one.is_ok or one.digest != other.digest]
        self.report.expect(not wrong, self.what, front.name, f"{len(wrong)} of {len(sample)} are not what a replica makes: {wrong[:2]}")
        first = {answer.path: answer.digest for answer in answers if answer.is_ok}
        changed = [path for path, other in zip(sample, made) if path in first and first[path] != other.digest]
        self.report.expect(not changed, self.what, front.name, f"{len(changed)} were answered with other bytes")


def busy(report, fleet, fronts):
    """A busy replica's requests go to another one unnoticed; if all are busy, refused clients get Retry-After.

    The replicas of `fleet` render one image at a time, queue one, and cache none.
    """
    report.title("Replicas that are busy")
    for front in fronts:
        paths = [f"{PASSED}&seed=busy-{front.name}-{number}" for number in range(12)]
        get_all(front.address, paths, threads=1)
        owners = fleet.who_answered(paths)
        owner, _ = collections.Counter(owners.values()).most_common(1)[0]
        own = [path for path in paths if owners[path] == owner][:4]
        answers = get_all(front.address, own, threads=len(own))
        counts = collections.Counter(answer.outcome for answer in answers)
        helpers = collections.Counter(fleet.who_answered(own).values())
        report.say("one is busy", front.name, f"{len(own)} pictures of {owner} at once, which has 2 places: drawn by "
                   + ", ".join(f"{name} {helpers[name]}" for name in sorted(helpers)))
        report.expect(counts == {200: len(own)}, "one is busy", front.name, f"answers: {dict(counts)}")

        answers = get_all(front.address, [f"{PASSED}&seed=flood-{front.name}-{number}" for number in range(24)], threads=24)
        counts = collections.Counter(answer.outcome for answer in answers)
        refused = [answer for answer in answers if answer.outcome == 503]
        told = sorted({str(answer.fields.get("retry-after")) for answer in refused})
        report.say("all are busy", front.name, f"24 at once: {counts[200]} drawn, {len(refused)} refused, Retry-After {', '.join(told)}")
        report.expect(set(counts) == {200, 503}, "all are busy", front.name, f"answers: {dict(counts)}")
        # A refused request is tried on one other replica, not on all.
        paths = {answer.path for answer in refused}
        time.sleep(0.3)
        asked = collections.Counter(line["path"] for replica in fleet for line in replica.requests() if line["path"] in paths)
        report.expect(max(asked.values(), default=0) <= 2, "all are busy", front.name,
                      f"{len(paths)} refused were {sum(asked.values())} requests at the replicas")
        report.expect(all(text.isdigit() and int(text) > 0 for text in told), "all are busy", front.name, f"Retry-After: {told}")
        report.expect(
            all(b"urn:hanabi:problem" in answer.body and answer.fields.get("cache-control") == "no-store" for answer in refused),
            "all are busy", front.name, "a 503 is not the service's own, or may be kept")
