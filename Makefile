EXE ?= somatic

all:
	cargo build --profile dist --locked
	cp target/dist/somatic $(EXE)

# Adds a trial of a table that `match --table` wrote to docs/data/trials.csv:
# make trial TABLE=night.md NAME='late moves' KEPT=no
trial:
	@case '$(KEPT)' in yes|no) ;; *) echo 'expected KEPT=yes or KEPT=no' >&2; exit 2;; esac
	@awk -F ' *[|] *' -v name='$(NAME)' -v kept='$(KEPT)' -v date="$$(date +%F)" \
	  -v commit="$$(git rev-parse --short=8 HEAD 2>/dev/null)" ' \
	  function quoted(text) { gsub(/"/, "\"\"", text); return text ~ /[",]/ ? "\"" text "\"" : text } \
	  function bare(text) { sub(/^[+]/, "", text); return text == "-" ? "" : text } \
	  NR == FNR { split($$0, word, "  "); nodes[word[2]] = word[1]; next } \
	  $$2 == name { found = 1; split($$6, games, "-"); split($$7, elo, " [+]- "); \
	    print quoted(name) "," $$3 "," $$4 "," $$5 "," games[1] "," games[2] "," games[3] "," bare(elo[1]) "," elo[2] "," \
	      bare($$8) "," quoted(bare($$9)) "," bare($$10) "," kept "," date "," commit "," \
	      nodes["somatic bench" ($$3 == "chess" ? " --game chess" : "")] ",match --trials FILE" } \
	  END { exit !found }' benches/signatures.txt '$(TABLE)' >> docs/data/trials.csv \
	  || { echo 'no such trial in $(TABLE)' >&2; exit 2; }

# Measures a small set again and shows it beside docs/data.
results:
	.ci/results

# The archives of a release in dist/: docs/releasing.md
archives:
	.ci/archives

.PHONY: all trial results archives
