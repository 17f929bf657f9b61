EXE ?= somatic

all:
	cargo build --profile dist --locked
	cp target/dist/somatic $(EXE)

.PHONY: all
