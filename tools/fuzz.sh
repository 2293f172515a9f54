#!/usr/bin/env bash
# Runs every fuzz target for a moment, or for the time that is named. docs/security.md lists them.
# Two are run by hand: what FuzzResolve finds is mostly the faults of the other parser, and
# FuzzMarkdown still finds rare documents of which goldmark thinks otherwise.
#
#   tools/fuzz.sh [TIME]
set -euo pipefail
cd "$(dirname "$0")/.."

said=$(mktemp)
trap 'rm -f "$said"' EXIT

# fuzz PACKAGE TARGET TIME
fuzz() {
	for _ in 1 2 3; do
		go test "./$1" -run '^$' -fuzz "^$2\$" -fuzztime "$3" -fuzzminimizetime 1x >"$said" 2>&1 && return
		# Some targets fail for nothing but the end of their time (https://go.dev/issue/75804).
		grep -q 'context deadline exceeded' "$said" && ! grep -qi -e 'failing input' -e panic "$said" || break
	done
	cat "$said"
	return 1
}

grep -r --include='*_test.go' '^func Fuzz' internal | sort | while IFS=':( ' read -r file _ target _; do
	[[ $target != FuzzResolve && $target != FuzzMarkdown ]] || continue
	echo "${file%/*} $target"
	fuzz "${file%/*}" "$target" "${1:-5s}"
done
