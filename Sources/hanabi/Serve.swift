import ArgumentParser
struct Serve: ParsableCommand {}
struct Health: ParsableCommand {}
