#!/usr/bin/env bash
# Makes the image of a release for linux/amd64 and linux/arm64, and pushes it. The image has
# the programs of the release's archives, so nothing is compiled here, and the certificates of
# this machine. scripts/container-test.sh holds it to the same checks as the Dockerfile's.
#
#   scripts/release-image.sh vX.Y.Z ARCHIVES REPOSITORY
#
# ARCHIVES is the folder that GoReleaser wrote. HEAD is the commit that it built. The last
# line printed is REPOSITORY@DIGEST, which names both systems. Needs crane: see
# scripts/release-tools.sh.
set -euo pipefail
umask 022
readonly tag=$1 repository=$3
archives=$(realpath "$2")
readonly archives
cd "$(dirname "$0")/.."
readonly certificates=/etc/ssl/certs/ca-certificates.crt

work=$(mktemp -d)
registry=
trap '[[ -z $registry ]] || kill "$registry"; rm -rf "$work"' EXIT

commit=$(git rev-parse HEAD)
date=$(TZ=UTC git show --no-patch --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd HEAD)

# A registry on loopback takes the parts, so that REPOSITORY gets only what is finished.
: >"$work/registry" # the registry may begin later than the first look
crane registry serve --address 127.0.0.1:0 >"$work/registry" 2>&1 &
registry=$!
port=
for _ in {1..100}; do
	port=$(sed -n 's/.*serving on port \([0-9]*\).*/\1/p' "$work/registry")
	[[ -z $port ]] || break
	sleep 0.1
done
[[ -n $port ]] || {
	cat "$work/registry" >&2
	echo "could not start a registry on loopback" >&2
	exit 1
}
readonly scratch=127.0.0.1:$port/linkvet

parts=()
for arch in amd64 arm64; do
	tree=$work/$arch
	mkdir -p "$tree/etc/ssl/certs" "$tree/tmp"
	chmod 1777 "$tree/tmp"
	tar -xzf "$archives/linkvet_linux_$arch.tar.gz" -C "$tree" --no-same-owner linkvet LICENSE NOTICE
	ln -s linkvet "$tree/linkvet-post"
	cp -L "$certificates" "$tree/etc/ssl/certs/ca-certificates.crt"
	chmod 0644 "$tree/etc/ssl/certs/ca-certificates.crt"
	(cd "$tree" && tar --create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner \
		--mtime="$date" --file "$work/$arch.tar" -- *)
	layer=$(crane append --oci-empty-base --new_layer "$work/$arch.tar" --new_tag "$scratch:layer-$arch")
	part=$(crane mutate "$layer" --set-platform "linux/$arch" --entrypoint /linkvet --repo "$scratch" \
		--label "org.opencontainers.image.source=https://github.com/linkvet/linkvet" \
		--label org.opencontainers.image.licenses=MIT \
		--label "org.opencontainers.image.version=${tag#v}" \
		--label "org.opencontainers.image.revision=$commit" \
		--label "org.opencontainers.image.created=$date")
	parts+=(--manifest "$part")
done
digest=$(crane index append "${parts[@]}" --tag "$scratch:$tag")
digest=${digest##*@}
crane copy "$scratch:$tag" "$repository:${tag#v}"
[[ $(crane digest "$repository:${tag#v}") == "$digest" ]] || {
	echo "$repository has another image than the one that was pushed" >&2
	exit 1
}
echo "$repository@$digest"
