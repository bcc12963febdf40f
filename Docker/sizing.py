#!/usr/bin/env python3
"""Computes the number of replicas, the cache sizes and the monthly costs for a request rate.

    Docker/sizing.py --rate 2000 --urls 200000 --render-ms 40 --bytes 315000
    Docker/sizing.py --rate 1e6 --urls 2e7 --unique 0.0005 --pops 200 --pop-cache 2e12 --shield-cache 2e13 --front-cache 1e12

The model of the traffic is a set of URLs with Zipf popularity (the n-th is requested n**-skew times as often as the first) plus a share of
requests for URLs that occur only once (for example seed=random). Each cache holds the URLs requested within its characteristic time, the
time in which the distinct URLs requested fill the cache (Che, Tung and Wang, "Hierarchical Web Caching Systems", 2002). The misses of one
cache are the requests to the next. A copy older than max-age is revalidated with 304: no render, but a request to the next cache.

Documentation/sizing.md gives the sources of the defaults and compares the model with measurements.
"""
import argparse
import math

DAY = 86400.0


class Stream:
    """Requests: `(rate, count)`, so many URLs that are asked for so often a second each; and `unique`, those never asked for again.

    `renewals` are how often a second each of them is asked for besides by who has it and wants to know whether it is still good.
    """

    def __init__(self, urls, unique=0.0, renewals=None):
        self.urls, self.unique, self.renewals = urls, unique, renewals or [0.0] * len(urls)

    @staticmethod
    def zipf(rate, count, skew, unique_share=0.0):
        # The first thousand one by one; then in steps of 1 %, each at its mean.
        edges, position = [], 1.0
        while position <= count:
            step = 1.0 if position < 1000 else max(1.0, math.floor(position * 0.01))
            step = min(step, count - position + 1)
            edges.append((position, step))
            position += step

        def weight(start, step):
            if step == 1:
                return start ** -skew
            low, high = start - 0.5, start + step - 0.5
            integral = math.log(high / low) if abs(skew - 1) < 1e-9 else (high ** (1 - skew) - low ** (1 - skew)) / (1 - skew)
            return integral / step

        weights = [(weight(start, step), step) for start, step in edges]
        total = sum(each * step for each, step in weights)
        known = rate * (1 - unique_share)
        return Stream([(known * each / total, step) for each, step in weights], rate * unique_share)

    @property
    def rate(self):
        """Of those that want an answer with a body."""
        return self.unique + sum(rate * count for rate, count in self.urls)

    @property
    def renewed(self):
        return sum(rate * count for rate, (_, count) in zip(self.renewals, self.urls))

    def together(self):
        return [(rate + renewals, count) for renewals, (rate, count) in zip(self.renewals, self.urls)]

    def scaled(self, factor):
        return Stream([(rate * factor, count) for rate, count in self.urls], self.unique * factor, [rate * factor for rate in self.renewals])


def characteristic_time(stream, places):
    """Seconds for which something stays that nobody asks for, in a cache of so many places that keeps what was asked for last."""
    urls = stream.together()

    def held(time):
        return stream.unique * time + sum(count * -math.expm1(-rate * time) for rate, count in urls)

    if stream.unique == 0 and sum(count for _, count in urls) <= places:
        return math.inf
    low, high = 0.0, 1.0
    while held(high) < places and high < 1e12:
        low, high = high, high * 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if held(middle) < places else (low, middle)
    return low


class Cache:
    """What becomes of a stream in `copies` caches that share it evenly and each see all of its URLs.

    `gap` is the time within which the caches before let nothing through twice: 0 where many of them come together here.
    """

    def __init__(self, stream, places, max_age=DAY, copies=1, gap=0.0):
        share = stream.scaled(1 / copies)
        self.time = characteristic_time(share, places) if places > 0 else 0.0
        kept = max(0.0, self.time - gap)
        misses, renewals = [], []
        for (rate, count), others in zip(share.urls, share.renewals):
            both = rate + others
            found = 1.0 if math.isinf(kept) else -math.expm1(-both * kept)
            # Between two renewals there are as many fresh hits as fit into max-age.
            old = found / (1 + both * max_age)
            misses.append((copies * rate * (1 - found), count))
            # Of others, too: what they ask about and is not here, is asked on.
            renewals.append(copies * (both * old + others * (1 - found)))
        self.misses = Stream(misses, stream.unique, renewals)
        self.renewals = self.misses.renewed
        # What wants a body, and all that is asked.
        self.wanted, self.asked = stream.rate, stream.rate + stream.renewed
        # Copies of one URL come together in the next cache; where there is one only, what it lets through keeps its distance.
        self.gap = max(gap, self.time) if copies == 1 else 0.0


def waiting(cores, load, service):
    """Mean seconds in the queue of `cores` threads that are asked for `load` of them (Erlang's C)."""
    if load >= cores:
        return math.inf
    term, total = 1.0, 1.0
    for k in range(1, cores):
        term *= load / k
        total += term
    last = term * load / cores / (1 - load / cores)
    return last / (total + last) * service / (cores - load)


class Plan:
    """All of it, for a parsed command line."""

    def __init__(self, options):
        self.options, self.tiers = options, []
        self.stream, self.gap = Stream.zipf(options.rate, options.urls, options.skew, options.unique), 0.0
        self.add(f"CDN, {options.pops:.0f} places", options.pop_cache, options.pops)
        self.add("CDN's shield", options.shield_cache)
        self.edge_rate = self.stream.rate
        # Side by side they each keep a part where something before them hashes, and the same where nothing does.
        if options.fronts_hashed or options.fronts == 1:
            self.add(f"front, {options.fronts:.0f} of them", options.front_cache * options.fronts)
        else:
            self.add(f"front, {options.fronts:.0f} alike", options.front_cache, options.fronts)
        # The replicas' memory hangs on how many there are, and they on it. With more of them there is less to do and more to do it with, so
        # the fewest that are enough are between those that are not and those that are.
        low, high = options.least - 1, options.least
        while not self.is_enough(high):
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.is_enough(middle) else (middle, high)
        self.renders, self.load = self.work(high)
        self.add("replicas' memory", high * options.replica_cache)
        self.needed, self.replicas = high, high + options.spare

    def work(self, replicas):
        """Renders a second, and how many processors they keep busy."""
        renders = self.cache(replicas * self.options.replica_cache).misses.rate
        return renders, renders * self.options.render_ms / 1000

    def is_enough(self, replicas):
        return self.work(replicas)[1] <= self.options.busy * self.options.cores * replicas

    def cache(self, size, copies=1):
        return Cache(self.stream, size / self.options.bytes, self.options.max_age, copies, self.gap)

    def add(self, name, size, copies=1):
        if size > 0:
            cache = self.cache(size, copies)
            self.tiers.append((name, cache))
            self.stream, self.gap = cache.misses, cache.gap

    def costs(self):
        """`(name, how much a month)`, of what has a price."""
        options, month = self.options, 30 * DAY
        yield "replicas", self.replicas * options.cores * options.price_core_hour * month / 3600
        yield "bytes out of the origin", self.edge_rate * options.bytes / 1e9 * month * options.price_gb
        if options.pop_cache:
            yield "CDN, requests", options.rate / 1e6 * month * options.price_cdn_million
            yield "CDN, bytes", options.rate * options.bytes / 1e9 * month * options.price_cdn_gb

    def show(self):
        options = self.options
        print(f"{options.rate:,.0f} requests a second for {options.urls:,.0f} URLs, skew {options.skew:g}, {100 * options.unique:g} % never "
              f"again; {options.bytes / 1000:,.0f} kB and {options.render_ms:g} ms of a processor each")
        print(f"\n{'':24} {'asked/s':>12} {'hits':>8} {'304/s':>10} {'through/s':>12} {'MB/s out':>10} {'keeps for':>10}")
        for name, cache in self.tiers:
            hits = 1 - cache.misses.rate / cache.wanted if cache.wanted else 0
            kept = "always" if cache.time > 1e9 else f"{cache.time / 3600:,.1f} h" if cache.time >= 3600 else f"{cache.time:,.0f} s"
            print(f"{name:24} {cache.asked:12,.1f} {100 * hits:7.2f}% {cache.renewals:10,.1f} "
                  f"{cache.misses.rate:12,.2f} {cache.wanted * options.bytes / 1e6:10,.1f} {kept:>10}")
        wait = waiting(options.cores, self.load / self.needed, options.render_ms / 1000)
        print(f"\n{self.renders:,.2f} renders a second: {self.load:,.2f} processors busy, {self.replicas} replicas of {options.cores} "
              f"({options.spare} to spare); a render waits {1000 * wait:,.0f} ms in the mean when the spare ones are gone")
        print(f"each URL once, as after a new version or with empty caches: {options.urls * options.render_ms / 3.6e6:,.1f} hours of a processor")
        rows = [(name, cost) for name, cost in self.costs() if cost > 0]
        for name, cost in rows:
            print(f"{name:24} {cost:12,.0f} a month")
        if rows:
            print(f"{'together':24} {sum(cost for _, cost in rows):12,.0f} a month, in the currency of the prices")


def number(least, most=math.inf, least_is_in=True, kind=float):
    """The type of an argument that is one within these."""
    def read(text):
        value = kind(text)
        if not (least <= value if least_is_in else least < value) or not value <= most or math.isinf(value):
            lower = f"at least {least}" if least_is_in else f"more than {least}"
            raise argparse.ArgumentTypeError(f"{text}: {lower}" + (f", at most {most}" if most < math.inf else ""))
        return value

    read.__name__ = "number"
    return read


def parser():
    it = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = it.add_argument
    add("--rate", type=number(0, least_is_in=False), default=1000, help="peak request rate, per second; costs assume a constant peak")
    add("--urls", type=number(1), default=100_000, help="number of URLs requested repeatedly")
    add("--skew", type=number(0), default=0.9, help="Zipf exponent of the popularity of URLs; 0.6 to 1.1 on the web")
    add("--unique", type=number(0, 1), default=0.0, help="share of requests whose URL occurs only once")
    add("--render-ms", type=number(0, least_is_in=False), default=31, help="processor time of one render, in ms: rate(process_cpu_seconds_total) / rate(hanabi_renders_total)")
    add("--bytes", type=number(0, least_is_in=False), default=310_000, help="average size of a response, in bytes")
    add("--max-age", type=number(0, least_is_in=False), default=DAY, help="lifetime of a cached response, in seconds; the service sends one day")
    add("--pops", type=number(1), default=1, help="CDN locations, each with its own cache")
    add("--pop-cache", type=number(0), default=0, help="cache size at each CDN location, in bytes; 0: no CDN")
    add("--shield-cache", type=number(0), default=0, help="cache size of the CDN's shield tier, in bytes; 0: no shield")
    add("--fronts", type=number(1), default=1, help="number of front caches (nginx or Varnish)")
    add("--front-cache", type=number(0), default=10e9, help="size of each front cache, in bytes; 0: no front cache")
    add("--fronts-hashed", action="store_true", help="URLs are hashed across the front caches: each caches a disjoint part")
    add("--replica-cache", type=number(0), default=24 * 2**20 * 7 / 8, help="cache size of each replica, in bytes (--cache-bytes, less one eighth for names)")
    add("--cores", type=number(1, kind=int), default=2, help="processor cores per replica")
    add("--busy", type=number(0, 1, least_is_in=False), default=0.6, help="target processor utilization at the peak, above 0, at most 1")
    add("--least", type=number(1, kind=int), default=2, help="minimum number of replicas, without spares")
    add("--spare", type=number(0, kind=int), default=1, help="spare replicas, for failures")
    add("--price-core-hour", type=number(0), default=0, help="price of one core for one hour")
    add("--price-gb", type=number(0), default=0, help="price per GB of traffic from the origin")
    add("--price-cdn-gb", type=number(0), default=0, help="price per GB of traffic from the CDN")
    add("--price-cdn-million", type=number(0), default=0, help="price per million requests to the CDN")
    return it


if __name__ == "__main__":
    Plan(parser().parse_args()).show()
