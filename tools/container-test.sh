#!/usr/bin/env bash
# Builds the image and runs it as GitHub's runner runs a container action: with the runner's
# mounts, working directory and environment, and with every input of action.yml set, to nothing
# where a workflow does not give it. Then it runs the image as a user without a name.
#
# Uses Docker when an engine answers. Without one it takes buildah, as root, and no registry: the
# base image is then made of this machine's own Go, busybox and certificates.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly image=localhost/linkvet:container-test
readonly max_bytes=20000000 max_start_ms=100 # of all files in the image; of a run over one page

work=$(mktemp -d)
trap 'rm -rf "$work" 2>/dev/null || true' EXIT # files that the container wrote may be root's

engine=buildah
! docker info >/dev/null 2>&1 || engine=docker

export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
in_buildah() { buildah --root "$work/storage" --runroot "$work/runroot" "$@"; }

# base makes the image that the Dockerfile begins from, under its name without the digest.
base() {
	local tree=$work/base name ctr
	name=$(sed -n 's/^FROM .*\(golang:[0-9.]*\).*/\1/p' Dockerfile)
	mkdir -p "$tree"/{bin,etc/ssl/certs,go,root,tmp,usr/local/go}
	cp "$(command -v busybox)" "$tree/bin/sh"
	cp -aL "$(go env GOROOT)"/{bin,pkg,src,VERSION,go.env} "$tree/usr/local/go/"
	cp -L /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/"
	echo 'root:x:0:0:root:/root:/bin/sh' >"$tree/etc/passwd"
	ctr=$(in_buildah from scratch)
	in_buildah add --quiet "$ctr" "$tree" / >/dev/null
	in_buildah config --env PATH=/usr/local/go/bin:/bin --env GOPATH=/go --env GOTOOLCHAIN=local \
		--env GOPROXY="$(go env GOPROXY)" --env GOSUMDB="$(go env GOSUMDB)" "$ctr"
	in_buildah commit --quiet "$ctr" "docker.io/library/$name" >/dev/null
	in_buildah rm "$ctr" >/dev/null
	rm -rf "$tree"
}

build() {
	if [[ $engine == docker ]]; then
		docker build --tag "$image" --build-arg VERSION=container-test .
		return
	fi
	base
	sed 's/@sha256:[0-9a-f]*//' Dockerfile >"$work/Dockerfile"
	# The caches of this machine save a download and a cold build.
	mkdir -p "$(go env GOMODCACHE)" "$(go env GOCACHE)"
	in_buildah build --pull-never --tag "$image" --build-arg VERSION=container-test --build-arg BUILDPLATFORM="linux/$(go env GOARCH)" \
		--volume "$(go env GOMODCACHE):/go/pkg/mod" \
		--volume "$(go env GOCACHE):/root/.cache/go-build" -f "$work/Dockerfile" .
}

# config KEY prints a part of the image's configuration.
config() {
	if [[ $engine == docker ]]; then
		docker image inspect --format "{{.Config.$1}}" "$image"
	else
		in_buildah inspect --type image --format "{{.OCIv1.Config.$1}}" "$image"
	fi
}

# export_files copies what is in the image to $work/files.
export_files() {
	local ctr
	mkdir "$work/files"
	if [[ $engine == docker ]]; then
		ctr=$(docker create "$image")
		docker export "$ctr" | tar -x --preserve-permissions -C "$work/files" --exclude=dev --exclude=proc --exclude=sys \
			--exclude=.dockerenv --exclude=etc/hostname --exclude=etc/hosts --exclude=etc/mtab --exclude=etc/resolv.conf
		docker rm "$ctr" >/dev/null
	else
		ctr=$(in_buildah from --pull-never "$image")
		cp -a "$(in_buildah mount "$ctr")/." "$work/files"
		in_buildah rm "$ctr" >/dev/null
	fi
}

# run_image OPTION… -- ARGUMENT… runs the image, and leaves what it prints in $work/out, and $status.
run_image() {
	local options=() ctr
	while [[ $1 != -- ]]; do
		options+=("$1")
		shift
	done
	shift
	status=0
	if [[ $engine == docker ]]; then
		docker run --rm "${options[@]//--workingdir/--workdir}" "$image" "$@" >"$work/out" 2>&1 </dev/null || status=$?
		return
	fi
	ctr=$(in_buildah from --pull-never "$image")
	in_buildah run "${options[@]}" "$ctr" -- /linkvet "$@" >"$work/out" 2>&1 </dev/null || status=$?
	in_buildah rm "$ctr" >/dev/null
}

failed=0
# check WHAT GOT WANT compares.
check() {
	if [[ $2 == "$3" ]]; then
		echo "ok    $1"
	else
		failed=1
		printf 'FAIL  %s: %q, want %q\n' "$1" "$2" "$3"
	fi
}
count() { grep -cF -- "$1" "$2" || true; }

build >"$work/build.log" 2>&1 || {
	cat "$work/build.log"
	exit 1
}
export_files
cd "$work/files"
check "entry point is absolute" "$(config Entrypoint)" "[/linkvet]"
check "sets no user and no working directory" "$(config User)$(config WorkingDir | tr -d /)" ""
check "holds the program, certificates and licenses alone" "$(find . ! -type d | sort | xargs)" \
	"./LICENSE ./NOTICE ./etc/ssl/certs/ca-certificates.crt ./linkvet"
check "every user may write to /tmp" "$(stat --format '%F %a' tmp)" "directory 1777"
check "every user may read its files" "$(find . -type f ! -perm -444; find . -type d ! -perm -555; find linkvet ! -perm -555)" ""
bytes=$(find . -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }')
check "$bytes bytes, at most $max_bytes" $((bytes <= max_bytes)) 1
check "knows its version" "$(./linkvet --version | count container-test /dev/stdin)" 1
cd - >/dev/null

mkdir "$work"/{workspace,home,workflow,file_commands,site}
cp -r testdata/sites/demo "$work/workspace/public"
echo '{"ref": "refs/heads/main", "repository": {"full_name": "octocat/windlass"}}' >"$work/workflow/event.json"
: >"$work/file_commands/output"
: >"$work/file_commands/summary"
runner=(--workingdir /github/workspace)
for folder in workspace home workflow file_commands; do
	runner+=(--volume "$work/$folder:/github/$folder")
done
for name in $(awk '/^[a-z]/ { section = $1 } section == "inputs:" && /^  [a-z][a-z-]*:/ { sub(/:.*/, "", $1); print toupper($1) }' action.yml); do
	runner+=(--env "INPUT_$name=")
done
for pair in CI=true HOME=/github/home GITHUB_ACTIONS=true GITHUB_REPOSITORY=octocat/windlass GITHUB_SERVER_URL=https://github.com \
	GITHUB_SHA=0123456789abcdef0123456789abcdef01234567 GITHUB_REF=refs/heads/main GITHUB_RUN_ID=1 GITHUB_EVENT_NAME=push \
	GITHUB_EVENT_PATH=/github/workflow/event.json GITHUB_WORKSPACE=/github/workspace GITHUB_OUTPUT=/github/file_commands/output \
	GITHUB_STEP_SUMMARY=/github/file_commands/summary INPUT_EXTERNAL=false INPUT_REPORT=json=links.json; do
	runner+=(--env "$pair")
done
run_image "${runner[@]}" --
check "in a workflow, the demo ends with" "$status" 1
check "error annotations" "$(count '::error ' "$work/out")" 6
check "annotations of a file in the workspace" "$(($(count file=public/guide/index.html, "$work/out") > 0))" 1
check "outputs" "$(sed 's/<<.*//; /^_GitHub/d' "$work/file_commands/output" | paste -d= - - | grep -cxE 'broken=6|pages=12|failed=true|complete=true|report=links.json')" 5
check "summary names a link" "$(($(count community.html "$work/file_commands/summary") > 0))" 1
check "report in the workspace" "$(count '"schema": "linkvet.report/1"' "$work/workspace/links.json")" 1
((failed == 0)) || cat "$work/out" "$work/file_commands/output"

cp -r testdata/sites/demo "$work/site/public"
chmod -R u=rwX,go=rX "$work/site"
run_image --user 1234:1234 --volume "$work/site:/site:ro" -- --external=false --report=json=/tmp/links.json /site/public
check "as a user without a name, the demo ends with" "$status" 1
check "report in /tmp" "$(count 'could not write' "$work/out")" 0

mkdir "$work/one"
echo '<!DOCTYPE html><title>One</title><p id="p"><a href="#p">here</a></p>' >"$work/one/index.html"
best=$(for _ in 1 2 3 4 5; do
	began=$(date +%s%N)
	env -i "$work/files/linkvet" "$work/one" >/dev/null
	echo $((($(date +%s%N) - began) / 1000000))
done | sort -n | head -n 1)
check "one page in $best ms, at most $max_start_ms" $((best <= max_start_ms)) 1
exit $failed
