#!/usr/bin/env bash
# Publishes a release of a tag that is pushed: a draft, all files, their checksums as GitHub
# has them, and only then the release. Once that is immutable, the tag vX moves to it. When an
# attempt ended in between, run it again.
#
#   scripts/release-publish.sh vX.Y.Z FOLDER
#
# FOLDER has checksums.txt and the files that it lists. HEAD is the tagged commit, and the
# clone has all tags. Needs gh with a token that may write the repository's contents.
set -euo pipefail
readonly tag=$1 major=${1%%.*}
folder=$(realpath "$2")
readonly folder
cd "$(dirname "$0")/.."
readonly repository=linkvet/linkvet

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "could not publish $tag: $1" >&2
	exit 1
}

# newest PATTERN prints the highest version among the tags.
newest() { git tag --list "$1" --sort=-version:refname | grep -xE 'v[0-9]+\.[0-9]+\.[0-9]+' | head -n 1; }

commit=$(git rev-parse --verify --quiet "refs/tags/$tag^{commit}") || fail "this clone does not have the tag"
[[ $(git rev-parse HEAD) == "$commit" ]] || fail "the tag is at another commit than this clone"
(cd "$folder" && sha256sum --check --quiet --strict checksums.txt) || fail "the files have other checksums than checksums.txt says"
mapfile -t names < <(awk '{ print $2 }' "$folder/checksums.txt")
# gh would take -x for an option, a#b for a file with a label, and ../x for a file of the machine.
for name in "${names[@]}"; do
	[[ $name =~ ^linkvet_[a-z0-9_.]+$ ]] || fail "checksums.txt lists \"$name\", and the files of a release have names such as linkvet_linux_amd64.tar.gz"
done
awk -v heading="## [${tag#v}]" '
	index($0, heading) == 1 { inside = 1; next }
	inside && /^(## |\[)/ { exit }
	inside { print }
' CHANGELOG.md >"$work/notes"
grep -q '[^[:space:]]' "$work/notes" || fail "CHANGELOG.md has no section [${tag#v}]"

state=$(gh release view "$tag" --repo "$repository" --json isDraft --jq .isDraft 2>"$work/view" || true)
case $state in
true)
	# An earlier attempt ended before it was published.
	gh release delete "$tag" --repo "$repository" --yes
	;;
false) ;; # An earlier attempt published it, and ended before it moved the tag.
*) grep -q 'release not found' "$work/view" || fail "gh did not say whether it exists: $(cat "$work/view")" ;;
esac

# received SELECT compares the files with those that GitHub received, and their names.
received() {
	gh api --paginate "repos/$repository/releases" --jq ".[] | select($1 and .tag_name == \"$tag\") | .assets[] | \"\(.digest)  \(.name)\"" |
		sort >"$work/received"
	(cd "$folder" && sha256sum checksums.txt "${names[@]}" | sed 's/^/sha256:/' | sort) >"$work/sent"
	diff -u "$work/sent" "$work/received"
}

if [[ $state == false ]]; then
	received '(.draft | not)' || fail "it is published already, with other files; what is published stays, so fix mistakes in the next version"
else
	is_newest=false
	[[ $(newest 'v*') != "$tag" ]] || is_newest=true
	(cd "$folder" && gh release create "$tag" --repo "$repository" --draft --verify-tag \
		--title "$tag" --notes-file "$work/notes" checksums.txt "${names[@]}")
	received .draft || fail "the draft has other files than $folder"
	gh release edit "$tag" --repo "$repository" --draft=false --latest=$is_newest
fi
[[ $(gh api "repos/$repository/releases/tags/$tag" --jq .immutable) == true ]] ||
	fail "it is published, but not immutable, so $major was not moved: turn on immutable releases in the settings of the repository, and make the next version"

# GitHub refuses the token of a workflow when no branch has the workflow files of this commit any
# more. A maintainer may move the tag then.
move="could not move $major to $tag, which is published: run \"git push --force origin $commit:refs/tags/$major\" yourself"
if [[ $(newest "$major.*") == "$tag" ]]; then
	if gh api "repos/$repository/git/ref/tags/$major" >/dev/null 2>"$work/ref"; then
		change=(--method PATCH "repos/$repository/git/refs/tags/$major" --field force=true)
	elif grep -q 'HTTP 404' "$work/ref"; then
		change=(--method POST "repos/$repository/git/refs" --raw-field "ref=refs/tags/$major")
	else
		fail "gh did not say whether the tag $major exists: $(cat "$work/ref")"
	fi
	gh api "${change[@]}" --raw-field "sha=$commit" >/dev/null || {
		echo "$move" >&2
		exit 1
	}
	echo "$tag is published, and $major points to it"
else
	echo "$tag is published; $major stays at $(newest "$major.*")"
fi
