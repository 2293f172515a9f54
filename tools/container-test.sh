#!/usr/bin/env bash
# Builds the image and runs it as GitHub's runner runs a container action: with the
# runner's mounts, working directory and environment, every input of action.yml set
# (to nothing where a workflow would not give it), and files for commands to write to.
# Then it runs it outside of a workflow, as a user without a name.
#
#   tools/container-test.sh [IMAGE VERSION]
#
# IMAGE is an image in a registry, to pull and test instead of one that is built here, and
# VERSION is what it has to print. Nothing leaves this machine, and nothing is left on it.
# Uses Docker when an engine answers. Without one it takes buildah, as root, and no registry:
# the base image that the Dockerfile names is then made of this machine's own Go, busybox
# and certificates.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly released=${1:-}
readonly image=${released:-localhost/linkvet:container-test}
readonly version=${2:-container-test}
readonly max_bytes=20000000 # of all files in the image
readonly max_start_ms=100   # from start to the end of a run over one page
readonly demo_broken=6      # broken links in testdata/sites/demo

work=$(mktemp -d)
cleanup() {
	if [[ ${engine:-} == docker ]]; then
		docker image rm --force "$image" >/dev/null 2>&1 || true
	fi
	rm -rf "$work" 2>/dev/null || true # files that the container wrote may be root's
}
trap cleanup EXIT

# Engines. Each offers build, config KEY, export_files DIR and launch.

. tools/buildah.sh

build() {
	if [[ -n $released ]]; then
		pull
		return
	fi
	if [[ $engine == docker ]]; then
		docker build --tag "$image" --build-arg VERSION=$version -f Dockerfile .
		return
	fi
	make_base
	# The machine's caches save a download and a cold build; what they hold is checked
	# against go.sum like anything else.
	local modules builds
	modules=$(go env GOMODCACHE) builds=$(go env GOCACHE)
	mkdir -p "$modules" "$builds"
	in_buildah build --pull-never --tag "$image" --build-arg VERSION=$version \
		--volume "$modules:/go/pkg/mod" --volume "$builds:/root/.cache/go-build" -f Dockerfile .
}

# pull gets an image. A registry on loopback has no certificate.
pull() {
	if [[ $engine == docker ]]; then
		docker pull "$image"
		return
	fi
	local verify=true
	[[ $image != 127.0.0.1:* ]] || verify=false
	in_buildah pull --tls-verify=$verify "docker://$image"
}

config() {
	if [[ $engine == docker ]]; then
		docker image inspect --format "{{.Config.$1}}" "$image"
	else
		in_buildah inspect --type image --format "{{.OCIv1.Config.$1}}" "$image"
	fi
}

export_files() {
	local ctr
	mkdir -p "$1"
	if [[ $engine == docker ]]; then
		ctr=$(docker create "$image")
		docker export "$ctr" | tar -x --preserve-permissions -C "$1" --exclude=dev --exclude=proc --exclude=sys
		docker rm "$ctr" >/dev/null
		# Docker adds these, empty, for its own mounts.
		rm -f "$1"/.dockerenv "$1"/etc/{hostname,hosts,mtab,resolv.conf}
	else
		ctr=$(in_buildah from --pull-never "$image")
		cp -a "$(in_buildah mount "$ctr")/." "$1"
		in_buildah rm "$ctr" >/dev/null
	fi
}

# launch DIR KEY=VALUE… runs the image over DIR/workspace as the runner would, leaves
# what it printed in DIR/stdout and DIR/stderr, and sets $status.
launch() {
	local dir=$1 id=7f3b5c1e pair name ctr
	shift
	mkdir -p "$dir"/{workspace,home,workflow,file_commands,runner_temp}
	echo '{"ref": "refs/heads/main", "repository": {"full_name": "octocat/windlass"}}' >"$dir/workflow/event.json"
	local env=(
		CI=true HOME=/github/home RUNNER_OS=Linux RUNNER_ARCH=X64 RUNNER_TEMP=/github/runner_temp
		GITHUB_ACTIONS=true GITHUB_ACTION=__self GITHUB_JOB=links GITHUB_WORKFLOW=ci
		GITHUB_REPOSITORY=octocat/windlass GITHUB_SERVER_URL=https://github.com
		GITHUB_SHA=0123456789abcdef0123456789abcdef01234567 GITHUB_REF=refs/heads/main
		GITHUB_RUN_ID=1 GITHUB_EVENT_NAME=push GITHUB_EVENT_PATH=/github/workflow/event.json
		GITHUB_WORKSPACE=/github/workspace
	)
	for pair in OUTPUT=set_output STEP_SUMMARY=step_summary ENV=set_env PATH=add_path STATE=save_state; do
		name=${pair#*=}_$id
		: >"$dir/file_commands/$name"
		env+=("GITHUB_${pair%%=*}=/github/file_commands/$name")
	done
	for name in "${inputs[@]}"; do
		env+=("INPUT_${name^^}=")
	done
	env+=("$@") # the last of two settings of a name counts

	local args=() mounts=(--volume "$dir/workspace:/github/workspace")
	for pair in "${env[@]}"; do
		args+=(--env "$pair")
	done
	for name in home workflow file_commands runner_temp; do
		mounts+=(--volume "$dir/$name:/github/$name")
	done
	status=0
	if [[ $engine == docker ]]; then
		docker run --rm --workdir /github/workspace "${args[@]}" "${mounts[@]}" "$image" \
			>"$dir/stdout" 2>"$dir/stderr" </dev/null || status=$?
		return
	fi
	ctr=$(in_buildah from --pull-never "$image")
	in_buildah run --workingdir /github/workspace "${args[@]}" "${mounts[@]}" "$ctr" -- /linkvet \
		>"$dir/stdout" 2>"$dir/stderr" </dev/null || status=$?
	in_buildah rm "$ctr" >/dev/null
}

# as_user UID DIR FLAG… runs the image outside of a workflow, as a user that it does not
# know, over DIR/site, which that user may only read.
as_user() {
	local user=$1 dir=$2 ctr
	shift 2
	status=0
	if [[ $engine == docker ]]; then
		docker run --rm --user "$user" --volume "$dir/site:/site:ro" "$image" "$@" \
			>"$dir/stdout" 2>"$dir/stderr" </dev/null || status=$?
		return
	fi
	ctr=$(in_buildah from --pull-never "$image")
	in_buildah run --user "$user" --volume "$dir/site:/site:ro" "$ctr" -- /linkvet "$@" \
		>"$dir/stdout" 2>"$dir/stderr" </dev/null || status=$?
	in_buildah rm "$ctr" >/dev/null
}

# What the runner would read.

# output NAME prints an output of the latest run, in either form of the command file.
output() {
	awk -v want="$1" '
		open && $0 == mark { open = 0; if (name == want) print value; next }
		open { value = value (lines++ ? "\n" : "") $0; next }
		match($0, /^[^=<]+<</) {
			name = substr($0, 1, RLENGTH - 2); mark = substr($0, RLENGTH + 1)
			open = 1; value = ""; lines = 0; next
		}
		{ at = index($0, "="); if (substr($0, 1, at - 1) == want) print substr($0, at + 1) }
	' "$run"/file_commands/set_output_*
}

annotations() {
	grep -c "^::$1 " "$run/stdout" || true
}

# Checks.

passed=0 failed=0
check() {
	local name=$1
	shift
	if "$@" >/dev/null 2>&1; then
		passed=$((passed + 1))
		echo "ok    $name"
	else
		failed=$((failed + 1))
		echo "FAIL  $name: $(printf '%q ' "$@")"
	fi
}
is() { [[ $1 == "$2" ]]; }
at_most() { (($1 <= $2)); }
at_least() { (($1 >= $2)); }
has() { grep -qF -- "$2" "$1"; }
says() { grep -qiE -- "$1" "$run/stdout" "$run/stderr"; }
kept() { ! grep -rqF --exclude-dir=workflow -- "$1" "$run"; }

# case_dir NAME begins a case: $run is its folder. dump shows it when something failed.
case_dir() {
	run=$work/run-$1
	before=$failed
	mkdir -p "$run/workspace"
	echo "-- $2"
}
dump() {
	((failed == before)) && return
	for file in "$run"/stdout "$run"/stderr "$run"/file_commands/{set_output,step_summary}_*; do
		echo "   ---- ${file#"$run"/}"
		head -c 4000 "$file" | sed 's/^/   | /'
	done
}

page() {
	printf '<!DOCTYPE html>\n<title>%s</title>\n<p id="p"><a href="#p">here</a></p>\n' "$1"
}

engine=buildah
if command -v docker >/dev/null && docker info >/dev/null 2>&1; then
	engine=docker
fi
mapfile -t inputs < <(awk '/^[a-z]/ { section = $1 } section == "inputs:" && /^  [a-z][a-z-]*:/ { sub(/:.*/, "", $1); print $1 }' action.yml)
if ((${#inputs[@]} == 0)); then
	echo "container-test.sh: found no input in action.yml" >&2
	exit 1
fi

echo "-- image, built with $engine"
if ! build >"$work/build.log" 2>&1; then
	cat "$work/build.log"
	exit 1
fi
export_files "$work/files"
bytes=$(find "$work/files" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }')
check "entry point is absolute" is "$(config Entrypoint)" "[/linkvet]"
check "runs as root" is "$(config User)" ""
check "sets no working directory" is "$(config WorkingDir | tr -d /)" ""
check "holds the binary, certificates and licences alone" is \
	"$(cd "$work/files" && find . -type f | sort | tr '\n' ' ')" \
	"./LICENSE ./NOTICE ./etc/ssl/certs/ca-certificates.crt ./linkvet "
check "has a /tmp where every user may write" is "$(stat --format '%F %a' "$work/files/tmp")" "directory 1777"
check "has the certificates of public authorities" at_least \
	"$(grep -c '^-----BEGIN CERTIFICATE-----$' "$work/files/etc/ssl/certs/ca-certificates.crt")" 100
check "every user may read and run its files" is \
	"$(find "$work/files" -type f ! -perm -444; find "$work/files" -type d ! -perm -555; find "$work/files/linkvet" ! -perm -555)" ""
check "has a second name for the end of the job" is "$(readlink "$work/files/linkvet-post")" linkvet
check "action.yml starts that name at the end" has action.yml "post-entrypoint: /linkvet-post"
check "the end of a job without a status does nothing" is "$(cd "$work" && GITHUB_ACTIONS=true "$work/files/linkvet-post" 2>&1)" ""
check "$bytes bytes, at most $max_bytes" at_most "$bytes" $max_bytes
check "binary needs no library" is "$(LC_ALL=C ldd "$work/files/linkvet" 2>&1 | grep -c 'not a dynamic')" 1
check "knows its version" has <("$work/files/linkvet" --version) $version

case_dir broken "a site with $demo_broken broken links"
cp -r testdata/sites/demo "$run/workspace/public"
launch "$run" INPUT_TARGET=public INPUT_EXTERNAL=false INPUT_REPORT=json=links.json \
	"INPUT_HEADER=X-Preview-Token: hush-5b1f0c"
check "exit status is 1" is "$status" 1
check "an error annotation for each" is "$(annotations error)" $demo_broken
check "annotations name a file of the workspace" has "$run/stdout" "file=public/guide/index.html,"
check "summary is written" has "$(echo "$run"/file_commands/step_summary_*)" community.html
check "output broken" is "$(output broken)" $demo_broken
check "output pages" is "$(output pages)" "$(find testdata/sites/demo -name '*.html' | wc -l)"
check "output failed" is "$(output failed)" true
check "output complete" is "$(output complete)" true
check "output report" is "$(output report)" links.json
check "JSON report is in the workspace" has "$run/workspace/links.json" '"schema": "linkvet.report/1"'
sed -i '/^::add-mask::/d' "$run/stdout"
check "a header's value shows nowhere" kept hush-5b1f0c
dump

case_dir clean "a site with nothing broken"
mkdir "$run/workspace/public"
page Home >"$run/workspace/public/index.html"
launch "$run" # no target: found by its name
check "exit status is 0" is "$status" 0
check "no annotation" is "$(annotations error)" 0
check "output failed" is "$(output failed)" false
check "output pages" is "$(output pages)" 1
dump

case_dir wrong "settings that are wrong"
launch "$run" INPUT_TARGET=. INPUT_FAIL-ON=never INPUT_TIMEOUT=soon
check "exit status is 2" is "$status" 2
check "names the first" says 'input fail-on'
check "names the second" says 'input timeout'
check "an annotation" says '::error title=linkvet could not start'
check "output complete" is "$(output complete)" false
dump

case_dir empty "a directory without a page"
mkdir "$run/workspace/public"
launch "$run" INPUT_TARGET=public
check "exit status is 3" is "$status" 3
check "output complete" is "$(output complete)" false
dump

case_dir loopback "a server on the runner's own loopback, which a container cannot reach"
launch "$run" INPUT_TARGET=http://localhost:9/ INPUT_RETRIES=0
check "exit status is 3" is "$status" 3
check "says that it runs in a container" says container
dump

case_dir user "a user without a name, outside of a workflow"
cp -r testdata/sites/demo "$run/site"
chmod -R u=rwX,go=rX "$run/site"
as_user 1234:1234 "$run" --external=false --report=json=/tmp/links.json site
check "exit status is 1" is "$status" 1
check "finds the same" says "$demo_broken broken"
check "the report went to /tmp" kept "could not write"
as_user 1234:1234 "$run" --external=false --report=json=/links.json site
check "no report goes to the top folder: exit status is 3" is "$status" 3
dump

echo "-- start"
mkdir "$work/one"
page One >"$work/one/index.html"
best=
for _ in 1 2 3 4 5; do
	began=$(date +%s%N)
	env -i "$work/files/linkvet" "$work/one" >/dev/null
	took=$((($(date +%s%N) - began) / 1000000))
	if [[ -z $best ]] || ((took < best)); then
		best=$took
	fi
done
check "one page in $best ms, at most $max_start_ms" at_most "$best" $max_start_ms

echo "$passed passed, $failed failed"
((failed == 0))
