# Functions for scripts that run what pages of the documentation show, and print a line for
# each check.
# shellcheck shell=bash

# failures counts the lines that line prints with FAIL.
failures=0

# files PAGE DIRECTORY writes the files that a page shows.
files() {
	awk -v to="$2" '
		/^<!-- file: / { name = to "/" $3; next }
		name && /^```/ { if (open) { close(name); name = ""; open = 0 } else open = 1; next }
		open { dir = name; sub(/\/[^\/]*$/, "", dir); if (!(dir in made)) { system("mkdir -p " dir); made[dir] = 1 } print >name }
	' "$1"
}

# line WHAT IS WANT prints a result.
line() {
	if [[ $2 == "$3" ]]; then
		printf 'ok    %s: %s\n' "$1" "$2"
	else
		printf 'FAIL  %s: %s, want %s\n' "$1" "$2" "$3"
		failures=$((failures + 1))
	fi
}
