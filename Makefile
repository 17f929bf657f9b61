EXE ?= somatic

all:
	cargo build --release --locked
	cp target/release/somatic $(EXE)

.PHONY: all
