#!/usr/bin/env bash
# Builds the files of a release from its first commit, in a clone of its own.
#
#   scripts/release-build.sh vX.Y.Z COMMIT FOLDER
#
# The tag is set in that clone only: GoReleaser takes the version from it, and in public it
# belongs to the second commit. FOLDER gets the files and manifests that docs/releasing.md
# lists, and metadata.json for scripts/wrappers.sh. Needs GoReleaser and syft: see
# scripts/release-tools.sh.
set -euo pipefail
umask 022
readonly tag=$1 commit=$2
mkdir -p "$3"
folder=$(realpath "$3")
readonly folder
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

git clone --quiet --no-hardlinks --no-checkout . "$work/clone"
cd "$work/clone"
git checkout --quiet --detach "$commit"
git tag --force "$tag" HEAD >/dev/null
export GORELEASER_CURRENT_TAG=$tag
goreleaser check
goreleaser release --clean --skip=publish
(cd dist && sha256sum --check --quiet --strict checksums.txt)
(cd dist && awk '{ print $2 }' checksums.txt | xargs cp -t "$folder" checksums.txt)
cp -r dist/metadata.json dist/homebrew dist/scoop dist/winget "$folder/"
