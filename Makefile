# Two commands: `make serve` installs what is missing, builds and serves; `make test` installs what is missing and tests.

PORT ?= 8080
HOST ?= 127.0.0.1
# More settings, such as `--video ffmpeg`.
SERVE_FLAGS ?=

# By Debian package name. Swift itself (6.2 or later) is expected to be there: https://www.swift.org/install/linux/
FONTS = fonts-dejavu-core fonts-dosis fonts-lobster fonts-noto-color-emoji fonts-wqy-microhei
PACKAGES = ca-certificates curl git libaom-dev libbox2d-dev libbrotli-dev libgif-dev libpango1.0-dev libpng-dev libsodium-dev libturbojpeg0-dev libwebp-dev pkg-config zlib1g-dev $(FONTS)
TEST_PACKAGES = $(PACKAGES) ffmpeg fonts-lohit-deva pngcheck python3-pil
BROWSER_PACKAGES = $(TEST_PACKAGES) chromium nodejs
VECTOR_PACKAGES = $(BROWSER_PACKAGES) firefox-esr
# Debian starts nginx, HAProxy and Varnish when they are installed, on ports of their own; the tests take others.
SCALE_PACKAGES = $(PACKAGES) docker-compose haproxy nginx openssl varnish wrk
IMAGE_PACKAGES = $(TEST_PACKAGES) binutils debootstrap

# Everything in one folder with ONE_BUILD=1, as `.ci/run` has it: tests see what the product hides, so they need a build of their
# own otherwise. Plans differ there, and SwiftPM would take an old one for up to date. BUILT=1 takes the program as it is.
TEST_BUILD = .build/release-tests
TEST_FLAGS = -c release -Xswiftc -enable-testing --scratch-path $(TEST_BUILD)
# `swift test` would give the compiler -enable-testing a second time, and compile everything anew after `swift build`.
TESTABLE = --disable-testable-imports
ifdef ONE_BUILD
# Nobody reads the debug information of that build, and an eighth of the compiler's time goes into it.
TEST_FLAGS += -debug-info-format none
BUILD = $(TEST_BUILD)
BUILD_FLAGS = $(TEST_FLAGS)
BENCH_BUILD = $(BUILD)
NEW_PLAN = --disable-build-manifest-caching
else
BUILD = .build
BUILD_FLAGS = -c release --scratch-path $(BUILD)
BENCH_BUILD = Benchmarks/.build
endif
BENCH_FLAGS = $(if $(ONE_BUILD),$(BUILD_FLAGS) $(NEW_PLAN),-c release --scratch-path $(BENCH_BUILD))
HANABI = $(BUILD)/release/hanabi

RECORDED = ContactSheet|FormTable|PresetSheet|Readme|VectorFit|VocabularyDescription

SUDO = $(shell [ "$$(id -u)" = 0 ] || echo sudo)
SOURCES = Package.swift Sources Tests Benchmarks/Sources

FUZZ_TARGETS = http query spec signature svg png jpeg import packed lossless
# For each of them.
FUZZ_SECONDS = 60

.PHONY: serve build test test-build test-debug record deps test-deps browser-deps check-deps lint format smoke hevc-test schema-test api-test browser-test axe vector-test lottie-test decoder-test bench bench-build clean
.PHONY: fuzz fuzz-short fuzz-build fuzz-short-build library-test docs scale-test image-test

serve: build
	$(HANABI) serve --host $(HOST) --port $(PORT) $(SERVE_FLAGS)

build: deps
	$(if $(BUILT),,swift build $(BUILD_FLAGS) --product hanabi)

# Optimized, as what is served is: bounds and overflow are other code then, and 200 seconds of tests take 30. In a folder of
# its own, since what tests need to see is not for the product. `make test-debug` has assertions too.
test: test-deps
	swift test $(TEST_FLAGS) $(TESTABLE) $(NEW_PLAN)

test-build: test-deps
	swift build --build-tests $(TEST_FLAGS)

# What is made from the code: parts of openapi.yaml and of the documentation, v1/schema.json, how well vectors fit, and sheets of images.
# The second run checks the program with what it embeds of them.
record: test-deps
	HANABI_RECORD=1 swift test $(TEST_FLAGS) $(TESTABLE) $(NEW_PLAN) --filter '$(RECORDED)'
	touch Sources/CResources/resources.c
	swift test $(TEST_FLAGS) $(TESTABLE) $(NEW_PLAN) --filter '$(RECORDED)'

test-debug: test-deps
	swift test

deps:
	@$(call install,$(PACKAGES))

test-deps:
	@$(call install,$(TEST_PACKAGES))

browser-deps:
	@$(call install,$(BROWSER_PACKAGES))

# Everything that .ci/run needs.
check-deps:
	@$(call install,$(VECTOR_PACKAGES))

# Foundation itself is 38 MB of tables in the image; FoundationEssentials and Glibc have what is needed. Tests may use it.
lint:
	@! grep -rnE '^(@[a-z]+ |[a-z]+ )*import Foundation$$' Sources --include='*.swift' || \
		{ echo "Sources import FoundationEssentials or Glibc, not Foundation"; exit 1; }
	@! grep -rn 'LocalAssets()' Tests --include='*.swift' --exclude-dir=.build || \
		{ echo "tests set letters with TestFonts.directories, whatever else is installed"; exit 1; }
	swift format lint --strict --recursive --configuration .swift-format $(SOURCES)

format:
	swift format format --in-place --recursive --configuration .swift-format $(SOURCES)

# The real binary, on a free port, from outside.
smoke: build test-deps
	Tests/Smoke/smoke.sh $(HANABI)
	Tests/Smoke/keys.sh $(HANABI)
	Tests/Smoke/batch.sh $(HANABI)
	Tests/Smoke/video.sh $(HANABI)

# Videos as HEVC with alpha, by an ffmpeg from PyPI whose x265 has alpha.
hevc-test: build .build/venv
	.build/venv/bin/pip install --quiet imageio-ffmpeg==0.8.1 Pillow==13.0.0 numpy==2.4.6
	.build/venv/bin/python Tests/Smoke/hevc.py $(HANABI)

# The JSON Schema of specs before a validator of others, from PyPI.
schema-test: build .build/venv
	.build/venv/bin/pip install --quiet jsonschema==4.23.0 PyYAML==6.0.3
	PATH="$(CURDIR)/.build/venv/bin:$$PATH" Tests/Smoke/schema.sh $(HANABI)

# schemathesis, from PyPI, against every operation that openapi.yaml describes: some 13,000 requests, about a minute.
api-test: build .build/venv
	.build/venv/bin/pip install --quiet schemathesis==4.32.5
	PATH="$(CURDIR)/.build/venv/bin:$$PATH" Tests/Smoke/api.sh $(HANABI)

.build/venv:
	python3 -m venv .build/venv

# A program of another package that uses the library. It shares what is built of the library with `make build`, but not the plan,
# which SwiftPM would take for up to date.
library-test: deps
	swift run --disable-build-manifest-caching --package-path Tests/Library $(BUILD_FLAGS) library-test
	! HANABI_BARE=1 swift package --package-path Tests/Library --scratch-path .build/bare show-dependencies | grep 'swift-' || \
		{ echo "the library needs another package"; exit 1; }

# The library's reference, in .build/docs.
docs: deps
	.ci/docs

# The real binary in a real browser: does the <img> move? And the pages, also by axe-core from PyPI, and the player as npm packs it.
# With PARTS, some of them: see browser.sh.
browser-test: build browser-deps axe
	PARTS="$(PARTS)" AXE="$$(echo $(CURDIR)/.build/venv/lib/python3*/site-packages/axe_playwright_python/axe.min.js)" Tests/Smoke/browser.sh $(HANABI)

axe: .build/venv
	$(if $(BUILT),,.build/venv/bin/pip install --quiet --no-deps axe-playwright-python==0.1.8)

# Animated SVGs in Chromium and Firefox beside the service's stills: all presets, or those in PRESETS.
vector-test: build
	@$(call install,$(VECTOR_PACKAGES))
	Tests/Smoke/vector.sh $(HANABI) $(PRESETS)

# Lotties of all presets before the JSON Schema of lottie-spec, from PyPI; in ThorVG beside the service's stills, archives, and stickers
# before a validator: all presets, or those in PRESETS.
lottie-test: build .build/venv
	.build/venv/bin/pip install --quiet thorvg-python==1.1.3 lottie==0.7.2 Pillow==13.0.0 numpy==2.4.6 lottie-specs==0.5.2 jsonschema-rs==0.61.0
	PATH="$(CURDIR)/.build/venv/bin:$$PATH" Tests/Smoke/lotties.sh $(HANABI) $(PRESETS)

# Lossless forms before libwebp and ffmpeg, frame by frame: all presets in ten seeds, or PRESETS in SEEDS. An hour for all.
SEEDS = 10
decoder-test: build .build/venv
	@$(call install,$(TEST_PACKAGES))
	.build/venv/bin/pip install --quiet Pillow==13.0.0 numpy==2.4.6
	.build/venv/bin/python Tests/Smoke/decoders.py $(HANABI) $(PRESETS) --seeds $(SEEDS)

# Three replicas behind nginx, HAProxy and Varnish as Docker/ ships them, and its files before their own checkers. SHORT=1 leaves out
# what is measured only.
scale-test: build .build/venv
	@$(call install,$(SCALE_PACKAGES))
	Tests/ScaleOut/scale.py $(HANABI) $(if $(SHORT),--short)
	.build/venv/bin/pip install --quiet kubernetes-validate==1.37.0 PyYAML==6.0.3
	.build/venv/bin/python Tests/ScaleOut/shipped.py $(HANABI)

# The image without a container engine: the Dockerfile's steps, and its root file system. Needs root.
image-test: deps
	@$(call install,$(IMAGE_PACKAGES))
	Tests/ScaleOut/stage.py build .build/image
	$(SUDO) Tests/ScaleOut/image.sh .build/image

# Targets of Package.swift in a folder of their own, so that nothing of the product is built anew.
bench: bench-build
	$(BENCH_BUILD)/release/hanabi-benchmarks

bench-build: deps
	HANABI_EXTRA=benchmarks swift build $(BENCH_FLAGS) --product hanabi-benchmarks

# New inputs go to Tests/Fuzzing/.build; what breaks something is named at the end of the run.
fuzz: fuzz-build
	for target in $(FUZZ_TARGETS); do Tests/Fuzzing/fuzz.sh $$target $(FUZZ_SECONDS) || exit 1; done

# The corpus, and some inputs beyond it, always the same ones; two targets at a time.
fuzz-short: fuzz-short-build
	printf '%s\n' $(FUZZ_TARGETS) | xargs -P 2 -I TARGET Tests/Fuzzing/fuzz.sh TARGET short

# With the address sanitizer, libFuzzer's counters, and checked views of memory (DEBUG).
FUZZ_FLAGS = -c release --product hanabi-fuzz --sanitize address -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing \
	-Xswiftc -use-ld=lld -Xswiftc -DDEBUG

# Optimized, as what is served is.
fuzz-build: deps
	HANABI_EXTRA=fuzzing swift build --scratch-path Tests/Fuzzing/.build $(FUZZ_FLAGS)

# Swift without the optimizer, which takes most of the time of a build.
fuzz-short-build: deps
	HANABI_EXTRA=fuzzing swift build --scratch-path Tests/Fuzzing/.build/short $(FUZZ_FLAGS) -Xswiftc -Onone -debug-info-format none

clean:
	rm -rf .build Benchmarks/.build Tests/Fuzzing/.build Tests/Library/.build

# Installs those of the packages $(1) that are missing. On a system without apt-get it only says what is needed.
define install
	missing=$$(for package in $(1); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; \
	done); \
	if [ -n "$$missing" ]; then \
		if command -v apt-get >/dev/null; then \
			echo "installing:" $$missing; \
			$(SUDO) apt-get update -qq && \
			DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -qq -y --no-install-recommends $$missing >/dev/null; \
		else \
			echo "please install:" $$missing; \
		fi; \
	fi
endef
