#!/usr/bin/env bash
# Finds the commits of a release for .github/workflows/release.yml, and prints them as outputs
# of a step: tag, built (the commit to build), and image (once it is pinned).
#
#   scripts/release-start.sh workflow_dispatch|push vX.Y.Z
#
# HEAD is the commit of the run: the one to build when the release is prepared, and the
# tagged one when a tag was pushed. The clone has the branch origin/main and all tags.
set -euo pipefail
readonly event=$1 tag=$2
cd "$(dirname "$0")/.."

fail() {
	echo "could not release $tag: $1" >&2
	exit 1
}

[[ $tag =~ ^v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || fail "the tag must be vX.Y.Z"
image=
case $event in
workflow_dispatch)
	built=$(git rev-parse HEAD)
	! git rev-parse --verify --quiet "refs/tags/$tag" >/dev/null || fail "the tag exists: choose the next version"
	;;
push)
	built=$(git rev-parse --verify --quiet HEAD^) || fail "the tagged commit has no parent in this clone"
	scripts/release-check.sh "$built" HEAD "$tag" >&2
	image=$(sed -n 's|^  image: docker://||p' action.yml)
	;;
*) fail "the workflow does not run for $event" ;;
esac
git merge-base --is-ancestor "$built" origin/main || fail "the commit to build, ${built:0:12}, is not on main"
grep -qF "## [${tag#v}]" CHANGELOG.md || fail "CHANGELOG.md has no section [${tag#v}]"
printf 'tag=%s\nbuilt=%s\nimage=%s\n' "$tag" "$built" "$image"
