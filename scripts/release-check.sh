#!/usr/bin/env bash
# Checks the two commits of a release: B is the child of A, and pins the image and the
# archives of the release, and changes nothing else.
#
#   scripts/release-check.sh A B vX.Y.Z [CHECKSUMS]
#
# CHECKSUMS is the checksums.txt of archives that were built from A: those in B must agree.
# Works from any folder of the repository.
set -euo pipefail
readonly tag=$3 built=${4:-}
# The commits as they are pushed: this clone may show others in their place.
export GIT_NO_REPLACE_OBJECTS=1

fail() {
	echo "could not accept the commits of release $tag: $1" >&2
	exit 1
}

a=$(git rev-parse --verify --quiet "$1^{commit}") || fail "no commit $1"
b=$(git rev-parse --verify --quiet "$2^{commit}") || fail "no commit $2"
readonly a b

# content COMMIT FILE prints the bytes of a file, whatever .gitattributes says of it.
content() { git cat-file blob "$1:$2"; }

# archives are the files that binary/action.yml may download.
archives() {
	printf '%s\n' linkvet_{darwin,linux}_{amd64,arm64}.tar.gz linkvet_windows_{amd64,arm64}.zip
}

[[ $tag =~ ^v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || fail "the tag must be vX.Y.Z"
[[ $(git rev-list --parents --max-count=1 "$b") == "$b $a" ]] || fail "${b:0:12} must have one parent, ${a:0:12}"

# Neither file is new, and both stay what they were: the modes are in each line.
changed=$(git diff-tree -r --no-renames "$a" "$b" | sed -E 's/ [0-9a-f]+ [0-9a-f]+ ([A-Z]+)[[:space:]]/ \1 /')
want=":100644 100644 M action.yml
:100644 100644 M binary/checksums.txt"
[[ $changed == "$want" ]] || fail "only action.yml and binary/checksums.txt may change; these did:
$(git diff-tree -r --no-renames --name-status "$a" "$b")"

image=$(content "$b" action.yml | sed -n 's/^  image: *//p')
[[ $image =~ ^docker://ghcr\.io/linkvet/linkvet@sha256:[0-9a-f]{64}$ ]] ||
	fail "action.yml: the image is \"$image\", and must be docker://ghcr.io/linkvet/linkvet@sha256:DIGEST"
[[ $(content "$a" action.yml | grep -c '^  image: Dockerfile$') == 1 ]] ||
	fail "action.yml of ${a:0:12} must have one line \"image: Dockerfile\""
diff -u <(content "$a" action.yml | sed "s|^  image: Dockerfile\$|  image: $image|") <(content "$b" action.yml) >&2 ||
	fail "action.yml: more than the line of the image changed"

pinned=$(content "$b" binary/checksums.txt)
[[ $(head -n 1 <<<"$pinned") == "# $tag" ]] || fail "binary/checksums.txt: the first line must be \"# $tag\""
[[ $(tail -n +2 <<<"$pinned" | grep -cxE '[0-9a-f]{64}  [a-z0-9_.]+') == $(($(wc -l <<<"$pinned") - 1)) ]] ||
	fail "binary/checksums.txt: a line is not of the form of sha256sum"
diff -u <(archives) <(tail -n +2 <<<"$pinned" | awk '{ print $2 }') >&2 ||
	fail "binary/checksums.txt: must list these archives, in this order"
# A variable has no NUL, and no empty lines at the end.
cmp <(printf '%s\n' "$pinned") <(content "$b" binary/checksums.txt) >&2 || fail "binary/checksums.txt: has more than these lines"
if [[ -n $built ]]; then
	diff -u <(tail -n +2 <<<"$pinned") <(archives | while read -r name; do
		awk -v name="$name" '$2 == name' "$built"
	done) >&2 || fail "binary/checksums.txt: the archives that were built have other checksums"
fi
echo "${a:0:12}..${b:0:12} pins release $tag, and nothing else: $image"
