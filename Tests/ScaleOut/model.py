#!/usr/bin/env python3
"""Docker/sizing.py, compared with a request-by-request simulation of tiered caches."""
import collections
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Docker"))

import sizing  # noqa: E402


class Memory:
    """An LRU cache with room for a number of entries."""

    def __init__(self, places):
        self.places, self.kept = places, collections.OrderedDict()

    def has(self, key):
        if key in self.kept:
            self.kept.move_to_end(key)
            return True
        self.kept[key] = True
        if len(self.kept) > self.places:
            self.kept.popitem(last=False)
        return False


def played(urls, skew, pops, pop_cache, shield_cache, front_cache, unique, requests=200_000):
    """Returns the fraction of requests that pass each tier once all caches are warm."""
    dice = random.Random(1)
    weights = [rank ** -skew for rank in range(1, urls + 1)]
    places = [Memory(pop_cache) for _ in range(pops)]
    behind = [Memory(size) for size in (shield_cache, front_cache) if size]
    counts = []
    for turn in ("warm up", "count"):
        counts = [0] * (1 + len(behind))
        for number, key in enumerate(dice.choices(range(urls), weights, k=requests)):
            if dice.random() < unique:
                key = (turn, number)
            for tier, cache in enumerate([places[dice.randrange(pops)], *behind]):
                if cache.has(key):
                    break
                counts[tier] += 1
    return [count / requests for count in counts]


def main():
    wrong = 0
    for case in (
        # A tier behind a smaller one, behind an equal one, many points of presence, all tiers, and one-time URLs.
        (10_000, 0.9, 1, 500, 0, 1500, 0), (10_000, 0.9, 1, 500, 0, 500, 0), (10_000, 0.9, 10, 500, 1500, 0, 0),
        (10_000, 0.9, 10, 500, 1500, 2500, 0), (10_000, 0.8, 5, 300, 0, 1000, 0.02),
    ):
        names = ("urls", "skew", "pops", "pop-cache", "shield-cache", "front-cache", "unique")
        flags = [text for name, value in zip(names, case) for text in (f"--{name}", str(value))]
        plan = sizing.Plan(sizing.parser().parse_args([*flags, "--rate", "1000", "--bytes", "1", "--replica-cache", "0"]))
        model = [cache.misses.rate / 1000 for _, cache in plan.tiers]
        seen = played(*case)
        error = max(abs(one - other) / other for one, other in zip(model, seen))
        print(f"  {case}: through {[round(each, 3) for each in seen]}, the model says {[round(each, 3) for each in model]}")
        if error > 0.08 or len(model) != len(seen):
            wrong += 1
            print(f"  WRONG by {100 * error:.0f} %")
    # Waiting time in a single-server queue by the textbook: load / (1 - load) service times.
    if abs(sizing.waiting(1, 0.5, 0.04) - 0.04) > 1e-9:
        wrong += 1
        print("  WRONG: waiting")
    print("model.py: " + ("all well" if not wrong else f"{wrong} things are wrong"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
