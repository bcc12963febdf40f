import ArgumentParser
import Logging
import ServiceLifecycle
@main struct Hanabi: ParsableCommand { func run() { print("hi") } }
