EXE ?= somatic

all:
	cargo build --profile dist --locked
	cp target/dist/somatic $(EXE)

# Puts a trial of a table that `match --table` wrote into docs/results.md:
# make trial TABLE=night.md NAME='late moves' KEPT=no
trial:
	@case '$(KEPT)' in yes|no) ;; *) echo 'expected KEPT=yes or KEPT=no' >&2; exit 2;; esac
	@awk -F ' *[|] *' -v name='$(NAME)' -v kept='$(KEPT)' \
	  '$$2 == name { gsub(/ +/, " "); print $$0, kept, "|"; found = 1 } END { exit !found }' '$(TABLE)' \
	  >> docs/trials.txt || { echo 'no such trial in $(TABLE)' >&2; exit 2; }
	sed -i -e '/^<!-- trials -->/,/^<!-- end of trials -->/{//!d}' \
	  -e '/^<!-- trials -->/r docs/trials.txt' docs/results.md

# The archives of a release in dist/: docs/releasing.md
archives:
	.ci/archives

.PHONY: all trial archives
