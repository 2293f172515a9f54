#!/usr/bin/env bash
# Makes a release of the last commit as far as a machine can without GitHub, with the scripts
# of .github/workflows/release.yml. A bare repository in a folder is GitHub, and a registry
# on loopback is ghcr.io. Nothing is published, and nothing stays.
#
#   scripts/release-rehearsal.sh
#
# Needs root for buildah, or Docker, and python3. Takes some minutes.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."
readonly tag=v0.0.1

work=$(mktemp -d)
servers=()
trap 'status=$?; for server in "${servers[@]}"; do kill "$server"; done; chmod -R u+w "$work"; rm -rf "$work"; ((status == 0)) || echo FAILED >&2' EXIT

# run prints a command as documentation shows it, and runs it.
run() {
	printf '$ %s\n' "${*//$work/…}"
	"$@" | sed "s|$work|…|g"
}

# quiet is run for a command whose output is long: only the end is shown.
quiet() {
	printf '$ %s\n' "${*//$work/…}"
	"$@" >"$work/log" 2>&1 || {
		cat "$work/log"
		return 1
	}
	tail -n 1 "$work/log" | sed "s|$work|…|g; s/\x1b\[[0-9;]*m//g"
}

# port FILE PATTERN waits for a server to say its port.
port() {
	local found=
	for _ in {1..100}; do
		found=$(sed -n "s/.*$2 \([0-9]*\).*/\1/p" "$1")
		[[ -z $found ]] || break
		sleep 0.1
	done
	[[ -n $found ]] || {
		cat "$1" >&2
		return 1
	}
	echo "$found"
}

outputs() { sed -n "s/^$1=//p" "$work/outputs"; }

for who in AUTHOR COMMITTER; do
	export "GIT_${who}_NAME=A Maintainer" "GIT_${who}_EMAIL=maintainer@example.com"
done

echo "== the tools"
run scripts/release-tools.sh "$work/tools"
export PATH="$work/tools/bin:$PATH"

echo "== commit A, with the section of the changelog, on main"
git clone --quiet --bare --no-hardlinks . "$work/github.git"
git --git-dir="$work/github.git" update-ref refs/heads/main HEAD
git clone --quiet --branch main "$work/github.git" "$work/a"
cd "$work/a"
sed -i "s/^## \[Unreleased\]\$/&\n\n## [${tag#v}] - $(date --utc +%Y-%m-%d)/" CHANGELOG.md
git commit --quiet --all --message "CHANGELOG: date ${tag#v}"
git push --quiet origin HEAD:main
git show --no-patch --format='%h %s'

echo "== the first run, started by hand"
run scripts/release-start.sh workflow_dispatch $tag | tee "$work/outputs"
quiet scripts/release-build.sh $tag "$(outputs built)" "$work/dist"
crane registry serve --address 127.0.0.1:0 >"$work/registry" 2>&1 &
servers+=($!)
registry=127.0.0.1:$(port "$work/registry" "serving on port")/linkvet/linkvet
run scripts/release-image.sh $tag "$work/dist" "$registry" 2>/dev/null | tee "$work/image"
digest=$(sed -n '$s/.*@//p' "$work/image")
run scripts/release-image-check.sh "$work/dist" "$registry@$digest"
quiet scripts/container-test.sh "$registry@$digest" ${tag#v}

echo "== commit B, and the tag"
run git clone --quiet "$work/github.git" "$work/b"
cd "$work/b"
run git checkout --quiet --detach "$(outputs built)"
run scripts/release-commit.sh $tag "$work/dist/checksums.txt" "ghcr.io/linkvet/linkvet@$digest"
run git diff --stat HEAD^ HEAD
run git tag --annotate $tag --message $tag # signed, in a real release
run git push --quiet origin $tag

echo "== the second run, started by the tag"
run git clone --quiet --branch $tag "$work/github.git" "$work/c" 2>/dev/null
cd "$work/c"
run scripts/release-start.sh push $tag | tee "$work/outputs"
quiet go test . ./internal/config
quiet scripts/release-build.sh $tag "$(outputs built)" "$work/dist2"
run scripts/release-check.sh "$(outputs built)" HEAD $tag "$work/dist2/checksums.txt"
pinned=$(outputs image)
run scripts/release-image-check.sh "$work/dist2" "$registry@${pinned##*@}"
(cd "$work/dist2" && run sha256sum --check --strict checksums.txt | tail -n 1)

echo "== what users run"
quiet scripts/container-test.sh "$registry@${pinned##*@}" ${tag#v}
python3 -u -m http.server --bind 127.0.0.1 --directory "$work/dist2" 0 >"$work/server" 2>&1 &
servers+=($!)
mkdir "$work/temp"
case $(uname -m) in
x86_64) arch=X64 ;;
*) arch=ARM64 ;;
esac
run env RUNNER_OS=Linux RUNNER_ARCH=$arch RUNNER_TEMP="$work/temp" GITHUB_OUTPUT="$work/output" \
	"LINKVET_DOWNLOAD=http://127.0.0.1:$(port "$work/server" port)" sh binary/install.sh
program=$(sed -n 's/^program=//p' "$work/output")
run "$program" --version
status=0
run "$program" --external=false testdata/sites/demo >"$work/demo" || status=$?
grep -m 1 '6 broken' "$work/demo"
echo "exit status $status"
((status == 1))
printf '\npassed in %d s\n' "$SECONDS"
