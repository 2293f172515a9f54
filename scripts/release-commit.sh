#!/usr/bin/env bash
# Writes the second commit of a release on top of HEAD, which is the first one: it pins the
# image in action.yml, and the archives in binary/checksums.txt.
#
#   scripts/release-commit.sh vX.Y.Z CHECKSUMS IMAGE
#
# CHECKSUMS is the checksums.txt of the archives, and IMAGE is
# ghcr.io/linkvet/linkvet@sha256:DIGEST. scripts/release-check.sh says whether the commit is
# right. Tags and pushes nothing.
set -euo pipefail
readonly tag=$1 image=$3
checksums=$(realpath "$2")
readonly checksums
cd "$(dirname "$0")/.."

# sed would take other text for commands.
[[ $image =~ ^ghcr\.io/linkvet/linkvet@sha256:[0-9a-f]{64}$ ]] || {
	echo "could not commit: the image is \"$image\", and must be ghcr.io/linkvet/linkvet@sha256:DIGEST" >&2
	exit 1
}
[[ -z $(git status --porcelain) ]] || {
	echo "could not commit: the folder has other changes" >&2
	exit 1
}
before=$(git rev-parse HEAD)

# A maintainer's sed need not be that of Linux, which alone knows this -i.
action=$(sed "s|^  image: Dockerfile\$|  image: docker://$image|" action.yml)
printf '%s\n' "$action" >action.yml
{
	echo "# $tag"
	for name in linkvet_{darwin,linux}_{amd64,arm64}.tar.gz linkvet_windows_{amd64,arm64}.zip; do
		awk -v name="$name" '$2 == name' "$checksums"
	done
} >binary/checksums.txt
git commit --quiet --message "release: pin the image and the archives of $tag" action.yml binary/checksums.txt
scripts/release-check.sh "$before" HEAD "$tag" "$checksums" || {
	git reset --quiet --hard "$before"
	exit 1
}
