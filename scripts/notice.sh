#!/usr/bin/env bash
# Prints NOTICE: the licence of every module that is compiled into the linkvet
# binary, and of Go itself. Modules under the same text share one copy of it.
#
#   scripts/notice.sh >NOTICE
set -euo pipefail
cd "$(dirname "$0")/.."

# What the image holds is what is built for Linux without cgo.
export CGO_ENABLED=0 GOOS=linux LC_ALL=C

declare -A modules texts
keys=()

# add NAME FILE files NAME under the text of FILE.
add() {
	local key
	key=$(sha256sum <"$2")
	if [[ -z ${texts[$key]:-} ]]; then
		keys+=("$key")
		texts[$key]=$2
	fi
	modules[$key]+="$1"$'\n'
}

main=$(go list -m)
goroot=$(go env GOROOT)
add "Go standard library (https://go.dev)" "$goroot/LICENSE"
list=$(go list -deps -f '{{with .Module}}{{.Path}} {{.Version}} {{.Dir}}{{end}}' . | sort -u)
while read -r path version dir; do
	[[ $path == "$main" ]] && continue
	found=
	for file in "$dir"/LICEN[CS]E* "$dir"/COPYING* "$dir"/NOTICE*; do
		[[ -f $file ]] || continue
		add "$path $version (https://pkg.go.dev/$path@$version)" "$file"
		found=yes
	done
	if [[ -z $found ]]; then
		echo "notice.sh: $path has no licence file" >&2
		exit 1
	fi
done <<<"$list"

echo "The linkvet binary and image hold the software listed here, unchanged, under the"
echo "licences that follow each list. The source of each is at the address beside it."
for key in "${keys[@]}"; do
	printf '\n%s\n\n' "================================================================================"
	printf '%s' "${modules[$key]}"
	printf '%s\n\n' "--------------------------------------------------------------------------------"
	cat "${texts[$key]}"
done
