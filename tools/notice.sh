#!/usr/bin/env bash
# Prints NOTICE: the license of every module that is compiled into the linkvet binary, on any
# platform, and of Go itself. Modules under the same text share one copy of it.
set -euo pipefail
cd "$(dirname "$0")/.."

# Releases and the image are built without cgo.
export CGO_ENABLED=0 LC_ALL=C

# is_allowed FILE reports whether a file holds MPL 2.0, Apache 2.0, MIT, ISC or BSD, by words that no
# other license has. These allow to hand on a binary with their text and the address of the source,
# which NOTICE holds. Think before adding one.
is_allowed() {
	case $(tr -s '[:space:]' ' ' <"$1") in
	*'Commons Clause'*) false ;;
	*'Mozilla Public License'*2.0* | *'Apache License Version 2.0'* | *'Apache License, Version 2.0'*) ;;
	*'Permission is hereby granted, free of charge'* | *'Redistribution and use in source and binary forms'*) ;;
	*'Permission to use, copy, modify, and/or distribute'* | *'Permission to use, copy, modify, and distribute'*) ;;
	*) false ;;
	esac
}

fail() {
	echo "notice.sh: $1" >&2
	exit 1
}

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
list=
for system in linux darwin windows; do
	list+=$(GOOS=$system go list -deps -f '{{with .Module}}{{.Path}} {{.Version}} {{.Dir}}{{end}}' .)$'\n'
done
while read -r path version dir; do
	[[ -z $path || $path == "$main" ]] && continue
	found=
	for file in "$dir"/LICEN[CS]E* "$dir"/COPYING* "$dir"/NOTICE*; do
		[[ -f $file ]] || continue
		add "$path $version (https://pkg.go.dev/$path@$version)" "$file"
		[[ ${file##*/} == NOTICE* ]] && continue
		is_allowed "$file" || fail "$path has a license that is not allowed, or that this script does not know: $file"
		found=yes
	done
	[[ -n $found ]] || fail "$path has no license file"
done < <(sort -u <<<"$list")

echo "The linkvet binary and image hold the software listed here, unchanged, under the"
echo "licenses that follow each list. The source of each is at the address beside it."
for key in "${keys[@]}"; do
	printf '\n%s\n\n' "================================================================================"
	printf '%s' "${modules[$key]}"
	printf '%s\n\n' "--------------------------------------------------------------------------------"
	cat "${texts[$key]}"
done
