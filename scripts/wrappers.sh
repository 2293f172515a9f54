#!/usr/bin/env bash
# Makes the packages for npm and PyPI from the archives of a release, twice: both must have
# the same bytes. Then npm and pip install and run them. Publishes nothing.
#
#   scripts/wrappers.sh DIST FOLDER
#
# DIST is what GoReleaser wrote. Leaves the packages in FOLDER/npm and FOLDER/pypi, and prints
# their names and sizes. Takes two minutes on two cores. Needs Node with npm, Python with venv and pip,
# and no network.
set -euo pipefail
umask 022
if (($# != 2)); then
	echo "usage: scripts/wrappers.sh DIST FOLDER" >&2
	exit 2
fi
dist=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
readonly dist folder
cd "$(dirname "$0")/.."

for program in go node npm npx python3 tar; do
	[[ -n $(type -P "$program") ]] || {
		echo "could not find $program: install it first" >&2
		exit 1
	}
done

work=$(mktemp -d)
trap 'status=$?; rm -rf "$work"; ((status == 0)) || echo "FAILED" >&2' EXIT

echo "== make the packages"
go build -o "$work/wrappers" ./scripts/wrappers
"$work/wrappers" "$dist" "$folder"
(umask 077 && TZ=Pacific/Auckland "$work/wrappers" "$dist" "$work/again")
diff -r "$folder/npm" "$work/again/npm"
diff -r "$folder/pypi" "$work/again/pypi"
echo "the same bytes twice"

echo "== install and run them"
tar -xzf "$dist/linkvet_$(go env GOHOSTOS)_$(go env GOHOSTARCH).tar.gz" -C "$work" linkvet
LINKVET_PACKAGES=$folder LINKVET_PROGRAM=$work/linkvet go test ./scripts/wrappers -count=1 -v >"$work/tests" || {
	grep -vE '^=== |^ *--- PASS' "$work/tests"
	exit 1
}
if grep -E '^ *--- SKIP' "$work/tests"; then
	echo "all tests must run" >&2
	exit 1
fi
grep '^--- ' "$work/tests"

echo "== sizes in bytes"
(cd "$folder" && stat --format '| `%n` | %s |' npm/* pypi/*)
printf '\npassed in %d s\n' "$SECONDS"
