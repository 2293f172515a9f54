#!/usr/bin/env bash
# Runs the tests as programs for Windows, on Linux with Wine: each package in its own
# folder.
#
#   scripts/wine-test.sh [PACKAGE…]      every package of linkvet without an argument
#
# Prints a line for each package, and what failed. It ends with 1 when a test failed that
# scripts/wine-test.skip does not list. LOGS=DIR keeps what the tests printed. LIMIT is the time of
# one package in seconds (600).
#
# Needs on Debian: wine wine64 binutils-mingw-w64-x86-64
set -euo pipefail
cd "$(dirname "$0")/.."

readonly repository=$PWD limit=${LIMIT:-600}
work=$(mktemp -d)
readonly work logs=${LOGS:-$work/logs}
mkdir -p "$logs"

export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEARCH=win64
trap 'wineserver -k || true; rm -rf "$work"' EXIT

# prefix makes a Windows of its own for this run. Programs of Go need ProcessPrng, which the
# Wine of Debian 12 does not have; the library made here passes it on to the function of
# the same meaning.
prefix() {
	# Wine puts links to the folders of HOME into a prefix.
	mkdir -p "$work/home"
	HOME=$work/home wineboot --init >/dev/null 2>&1
	local library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
	[[ -e $library ]] && return
	printf '%s\n' 'LIBRARY bcryptprimitives.dll' EXPORTS 'ProcessPrng = advapi32.SystemFunction036' >"$work/prng.def"
	x86_64-w64-mingw32-ld -shared --entry 0 -o "$library" "$work/prng.def"
}

# skipped PACKAGE prints the tests of a package that Wine cannot run, as one pattern.
skipped() {
	awk -v package="$1" '!/^#/ && $1 == package { printf "%s^%s$", n++ ? "|" : "", $2 }' scripts/wine-test.skip
}

# run_package PACKAGE FOLDER runs the tests of one package.
run_package() {
	local name=${1#*/*/*/} folder=$2 log skip status=0
	[[ $1 == */*/*/* ]] || name=.
	log=$logs/${name//\//_}.log
	if ! GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go test -c -o "$work/package.test.exe" "$1" >"$log" 2>&1; then
		printf '%-40s does not compile\n' "$name"
		failed+=("$name")
		return
	fi
	skip=$(skipped "$name")
	(cd "$folder" && HOME=$work/home timeout --kill-after=10 $((limit + 30)) wine "$work/package.test.exe" -test.v -test.paniconexit0 \
		-test.timeout="${limit}s" -test.skip="$skip") </dev/null >"$log" 2>&1 || status=$?
	rm -f "$work/package.test.exe"
	local pass fail
	pass=$(grep -c '^--- PASS' "$log" || true)
	fail=$(grep -c '^--- FAIL' "$log" || true)
	skip=$(grep -c '^--- SKIP' "$log" || true)
	printf '%-40s %4d passed %3d failed %3d skipped by themselves, status %d\n' "$name" "$pass" "$fail" "$skip" "$status"
	if ((status)); then
		failed+=("$name")
		grep -E '^ *--- FAIL|^panic:|^fatal error:' "$log" | sed 's/^/    /' || true
	fi
}

prefix
failed=()
while read -r package folder; do
	run_package "$package" "$folder"
done < <(GOOS=windows go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' "${@:-./...}" | grep .)

printf '\nby scripts/wine-test.skip: %d tests\n' "$(grep -c '^[^#]' "$repository/scripts/wine-test.skip" || true)"
if ((${#failed[@]})); then
	echo "failed: ${failed[*]}"
	exit 1
fi
echo "all passed"
