#!/usr/bin/env bash
# Measures the seconds from the start of a step to its findings on the demo site, for the
# three ways to run linkvet in a workflow, each without any cache.
#
#   scripts/step-times.sh ARCHIVES [ROUNDS]
#
# ARCHIVES is the folder that scripts/release-build.sh wrote. The registry and the server of
# the archives are on loopback, so downloads from them take no time: they count in bytes.
# The first way downloads Go modules from the proxy, but not its base image, which is made
# of this machine's Go beforehand. Needs root, buildah, busybox-static, crane and python3.
set -euo pipefail
umask 022
archives=$(realpath "$1")
readonly archives rounds=${2:-3}
cd "$(dirname "$0")/.."

work=$(mktemp -d)
servers=()
trap 'for server in "${servers[@]}"; do kill "$server"; done; chmod -R u+w "$work"; rm -rf "$work"' EXIT
. scripts/buildah.sh

# served FILE PATTERN waits for a server to say its port.
served() {
	local found=
	until found=$(sed -n "s/.*$2 \([0-9]*\).*/\1/p" "$1") && [[ -n $found ]]; do sleep 0.1; done
	echo "$found"
}

# findings COMMAND… runs linkvet on the demo, which has six broken links.
findings() {
	local status=0
	"$@" --external=false testdata/sites/demo >"$work/demo" 2>&1 || status=$?
	((status == 1)) && grep -q '6 broken' "$work/demo"
}

in_image() {
	local ctr
	ctr=$(in_buildah from --pull-never "$1")
	findings in_buildah run --volume "$PWD/testdata:/w/testdata:ro" --workingdir /w "$ctr" -- /linkvet
	in_buildah rm "$ctr" >/dev/null
}

with_dockerfile() {
	in_buildah build --pull-never --no-cache --tag localhost/linkvet:step -f Dockerfile . >"$work/log" 2>&1
	in_image localhost/linkvet:step
}

with_image() {
	in_buildah pull --quiet --tls-verify=false "docker://$image" >/dev/null
	in_image "$image"
}

with_binary() {
	: >"$work/output"
	env -u RUNNER_TOOL_CACHE RUNNER_OS=Linux RUNNER_ARCH=$arch RUNNER_TEMP="$work/temp" GITHUB_OUTPUT="$work/output" \
		LINKVET_DOWNLOAD="$download" sh "$work/binary/install.sh" >/dev/null
	findings "$(sed -n 's/^program=//p' "$work/output")"
}

# measure NAME COMMAND… prints the seconds of each round.
measure() {
	local name=$1 began took all=
	shift
	for ((round = 0; round < rounds; round++)); do
		in_buildah rmi --all --force >/dev/null 2>&1 || true
		[[ $1 != with_dockerfile ]] || make_base
		began=$(date +%s%N)
		"$@"
		took=$((($(date +%s%N) - began) / 10000000))
		all+=$(printf '%d.%02d ' $((took / 100)) $((took % 100)))
	done
	printf '%-24s %s\n' "$name" "$all"
}

crane registry serve --address 127.0.0.1:0 >"$work/registry" 2>&1 &
servers+=($!)
image=$(scripts/release-image.sh v0.0.0 "$archives" "127.0.0.1:$(served "$work/registry" "serving on port")/linkvet" 2>/dev/null)
python3 -u -m http.server --bind 127.0.0.1 --directory "$archives" 0 >"$work/server" 2>&1 &
servers+=($!)
download=http://127.0.0.1:$(served "$work/server" port)
mkdir "$work/temp"
cp -r binary "$work/binary"
{
	echo "# v0.0.0"
	cat "$archives/checksums.txt"
} >"$work/binary/checksums.txt"
case $(uname -m) in
x86_64) arch=X64 ;;
*) arch=ARM64 ;;
esac

echo "seconds in $rounds rounds, on $(nproc) CPUs with a load of $(cut -d ' ' -f 1 /proc/loadavg)"
measure "image: Dockerfile" with_dockerfile
measure "image: docker://…" with_image
measure "binary action" with_binary
