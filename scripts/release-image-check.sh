#!/usr/bin/env bash
# Checks that an image has linkvet for both systems, with the programs of the archives, and
# nothing else that could run or decide how linkvet runs.
#
#   scripts/release-image-check.sh ARCHIVES IMAGE
#
# ARCHIVES is a folder with the archives, and IMAGE is REPOSITORY@DIGEST. Needs crane and jq.
set -euo pipefail
readonly archives=$1 image=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "could not accept $image: $1" >&2
	exit 1
}

# files lists what is in the image: modes, and paths.
files() {
	sort <<-LIST
		-rw-r--r-- LICENSE
		-rw-r--r-- NOTICE
		-rw-r--r-- etc/ssl/certs/ca-certificates.crt
		-rwxr-xr-x linkvet
		drwxr-xr-x etc
		drwxr-xr-x etc/ssl
		drwxr-xr-x etc/ssl/certs
		drwxrwxrwt tmp
		lrwxrwxrwx linkvet-post -> linkvet
	LIST
}

systems=$(crane manifest "$image" | jq -r '.manifests[] | .platform | "\(.os)/\(.architecture)"' | sort | tr '\n' ' ')
[[ $systems == "linux/amd64 linux/arm64 " ]] || fail "it is for \"$systems\", and must be for linux/amd64 and linux/arm64"
for arch in amd64 arm64; do
	mkdir "$work/$arch"
	crane export --platform "linux/$arch" "$image" "$work/$arch.tar"
	for name in linkvet LICENSE NOTICE; do
		cmp <(tar -xOf "$work/$arch.tar" "$name") <(tar -xOzf "$archives/linkvet_linux_$arch.tar.gz" "$name") ||
			fail "$name for linux/$arch is not that of the archive"
	done
	# A command would be arguments, and a variable an input.
	started=$(crane config --platform "linux/$arch" "$image" | jq -cS '.config | del(.Labels) | with_entries(select(.value))')
	[[ $started == '{"Entrypoint":["/linkvet"]}' ]] ||
		fail "for linux/$arch it starts $started, and must start linkvet, with nothing else set"
	tar -tvf "$work/$arch.tar" | awk '{ print $1, $6, $7, $8 }' | sed 's/ *$//; s|/$||' | sort >"$work/$arch.list"
	diff -u <(files) "$work/$arch.list" >&2 || fail "for linux/$arch it must have these files, and no others"
done
echo "$image has the programs of the archives"
