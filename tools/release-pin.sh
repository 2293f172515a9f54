#!/usr/bin/env bash
# Writes the commit of a release on top of HEAD, the commit that was built, and tags it. It pins
# the image in action.yml, and the archives of the draft in binary/checksums.txt. Pushes nothing.
#
#   tools/release-pin.sh vX.Y.Z sha256:DIGEST
set -euo pipefail
readonly tag=$1 digest=$2
cd "$(dirname "$0")/.."

fail() {
	echo "could not pin $tag: $1" >&2
	exit 1
}

[[ $digest =~ ^sha256:[0-9a-f]{64}$ ]] || fail "the digest of the image must be sha256:…, not \"$digest\""
[[ -z $(git status --porcelain) ]] || fail "the folder has other changes"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

gh release download "$tag" --repo linkvet/linkvet --dir "$work" --pattern checksums.txt --pattern 'linkvet_*.tar.gz' --pattern 'linkvet_*.zip'
archives=$(grep -E '^[0-9a-f]{64}  linkvet_(darwin|linux|windows)_(amd64|arm64)\.(tar\.gz|zip)$' "$work/checksums.txt")
(($(wc -l <<<"$archives") == 6)) || fail "checksums.txt must list six archives"
(cd "$work" && sha256sum --check --quiet <<<"$archives")
for subject in "$work"/linkvet_*.{tar.gz,zip} "oci://ghcr.io/linkvet/linkvet@$digest"; do
	gh attestation verify "$subject" --repo linkvet/linkvet --signer-workflow linkvet/linkvet/.github/workflows/release.yml \
		--source-digest "$(git rev-parse HEAD)"
done

action=$(sed "s|^  image: Dockerfile\$|  image: docker://ghcr.io/linkvet/linkvet@$digest|" action.yml)
printf '%s\n' "$action" >action.yml
printf '# %s\n%s\n' "$tag" "$archives" >binary/checksums.txt
git commit --quiet --message "release: pin the image and the archives of $tag" action.yml binary/checksums.txt
git tag --sign "$tag" --message "$tag"
git show --stat "$tag"
