#!/usr/bin/env bash
# Runs the files and commands of docs/scale.md and docs/scale/engines.md with processes in
# place of jobs, and folders in place of artifacts and the bucket. Each merged report has to be
# that of one run, but for times and requests, and the merge has to name a shard that is left
# out. It prints a line for each check, and fails if one of them does.
#
# It needs bash, go, jq, and python3 with yaml. Hosts are on loopback.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD work=$(mktemp -d) servers=()
trap '((${#servers[@]} == 0)) || kill "${servers[@]}"; rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/page"
. scripts/recipes.sh
export PATH=$work/bin:$PATH

# same WHAT ONE MERGED compares two JSON reports.
same() {
	local all='del(.started, .duration_ms, .stats.requests)' is=different
	diff <(jq -S "$all" "$2") <(jq -S "$all" "$3") && is=same
	line "$1, $(jq '.findings | length' "$3") findings" "$is" same
}

# has FILE TEXT says whether a file has a text.
has() { grep -qF -- "$2" "$1" && echo yes || echo no; }

# status COMMAND… runs a command and prints its exit status.
status() {
	local status=0
	"$@" >"$work/log" 2>&1 || status=$?
	echo "$status"
}

# serve DIRECTORY starts a server on loopback, and sets port.
serve() {
	local log=$work/server-${#servers[@]}
	: >"$log" # the server may begin later than the first look
	python3 -u -m http.server --bind 127.0.0.1 --directory "$1" 0 >"$log" 2>/dev/null &
	servers+=($!)
	for _ in {1..100}; do
		port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$log")
		[[ -z $port ]] || return 0
		sleep 0.1
	done
	return 1
}

# site DIRECTORY PORT makes 200 pages, of which some have broken links.
site() {
	mkdir -p "$1"
	local i
	for i in {1..200}; do
		printf '<title>Page %d</title><h1 id="h%d">%d</h1><a href="%d.html#h%d">next</a><a href="%d.html#none">?</a><a href="gone-%d.html">gone</a><a href="http://127.0.0.1:%d/%d.html">away</a>\n' \
			"$i" "$i" "$i" $((i % 200 + 1)) $((i % 200 + 1)) $((i % 50 + 1)) $((i / 40)) "$2" $((i % 30)) >"$1/$i.html"
	done
	for i in {1..200}; do printf '<a href="%d.html">%d</a>\n' "$i" "$i"; done >"$1/index.html"
}

# job WORKFLOW JOB [LEFT] runs the steps of a job with linkvet as the runner does: one process
# for each value of its matrix but LEFT, all at the same time.
job() {
	python3 - "$@" <<'END'
import os, re, subprocess, sys, yaml
workflow, name, left = sys.argv[1], sys.argv[2], sys.argv[3:]
job = yaml.safe_load(open(workflow))["jobs"][name]
matrix = job.get("strategy", {}).get("matrix", {"": [""]})
key, values = next(iter(matrix.items()))
running = []
for value in values:
    if str(value) in left:
        continue
    known = {"matrix." + key: str(value), "strategy.job-total": str(len(values))}
    fill = lambda text: re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda m: known[m[1]], text)
    for step in job["steps"]:
        if not step.get("uses", "").startswith("linkvet/linkvet@"):
            continue
        given = {k: fill(v) for k, v in step["with"].items() if k != "publish"}
        if "merge" in given:
            given["allow-private"] = "true"
        if "shard" not in given:
            given["report"] = given.get("report", "") + "\njson=merged.json"
        env = {k: v for k, v in os.environ.items() if not k.startswith("GITHUB_")}
        env.update({"INPUT_" + k.upper(): v for k, v in given.items()}, GITHUB_ACTIONS="true")
        running.append(subprocess.Popen(["linkvet"], env=env))
statuses = [p.wait() for p in running]
sys.exit(max(statuses))
END
}

github() {
	local page=$work/page/.github/workflows
	mkdir "$work/github" && cd "$work/github"
	cp -R "$work/site" public
	line "GitHub, shards but the third" "$(status job "$page/links.yml" shards 3)" 0
	line "  merge" "$(status job "$page/links.yml" links)" 3
	line "  names shard 3/8" "$(has "$work/log" 'shard 3/8 of public is missing')" yes
	line "  the third runs again alone" "$(status job "$page/links.yml" shards 1 2 4 5 6 7 8)" 0
	line "  merge" "$(status job "$page/links.yml" links)" 1
	GITHUB_ACTIONS=true status linkvet --external=false --report json=one.json public >/dev/null
	same "  merged and one run" one.json merged.json
	line "  at night: a share of the hosts" "$(status job "$page/external.yml" hosts)" 0
	line "  at night: merge" "$(status job "$page/external.yml" links)" 1
	GITHUB_ACTIONS=true status linkvet --allow-private --report json=one.json public >/dev/null
	same "  merged and one run" one.json merged.json
	cd "$root"
}

parts() {
	local page=$work/page/.github/workflows/parts.yml
	mkdir -p "$work/parts/public/docs" "$work/parts/public/blog" "$work/parts/public/api" && cd "$work/parts"
	echo '<title>Docs</title><a href="/blog/#new">ok</a><a href="/blog/#old">old</a><a href="/api/x.html">x</a>' >public/docs/index.html
	echo '<title>Blog</title><h1 id="new">New</h1><a href="/docs/gone.html">gone</a>' >public/blog/index.html
	echo '<title>X</title>' >public/api/x.html
	line "parts but one" "$(status job "$page" parts api)" 0
	line "  merge" "$(status job "$page" links)" 3
	line "  names the part" "$(has "$work/log" facts/api.facts)" yes
	line "  the part" "$(status job "$page" parts docs blog)" 0
	line "  merge" "$(status job "$page" links)" 1
	GITHUB_ACTIONS=true status linkvet --site-url https://www.example.com/ --report json=one.json public >/dev/null
	same "  merged and one run" one.json merged.json
	cd "$root"
}

gitlab() {
	mkdir "$work/gitlab" "$work/gitlab/.ci" && cd "$work/gitlab"
	cp -R "$work/site" public
	mkdir .linkvet && cp "$work/bin/linkvet" .linkvet/
	: >.ci/linkvet.sh # which installs linkvet
	echo 'external: false' >.linkvet.yml
	local i pids=() status=0
	commands() { python3 -c 'import sys, yaml; print("\n".join(yaml.safe_load(open(sys.argv[1]))[sys.argv[2]]["script"]))' "$work/page/.gitlab-ci.yml" "$1"; }
	for i in {1..8}; do
		CI_NODE_INDEX=$i CI_NODE_TOTAL=8 bash -eo pipefail -c "$(commands shards)" >/dev/null 2>&1 &
		pids+=($!)
	done
	for i in "${pids[@]}"; do wait "$i" || status=$?; done
	line "GitLab, shards" "$status" 0
	line "  merge" "$(status bash -eo pipefail -c "$(commands links) --report json=merged.json")" 1
	status linkvet --report json=one.json public >/dev/null
	same "  merged and one run" one.json merged.json
	cd "$root"
}

# cloud is what stands in for the program aws: a folder for the bucket, and processes for jobs.
cloud() {
	cat >"$work/bin/aws" <<-'END'
		#!/usr/bin/env bash
		set -euo pipefail
		case "$1 $2" in
		"s3 cp")
			from=${*: -2:1} to=${*: -1}
			from=${from/s3:\/\/example/$CLOUD/bucket} to=${to/s3:\/\/example/$CLOUD/bucket}
			mkdir -p "$(dirname "$to")"
			if [[ $* == *--recursive* ]]; then cp -R "$from/." "$to"; else cp "$from" "$to"; fi
			;;
		"batch submit-job")
			build=$(grep -oE 'name=BUILD,value=[^}]*' <<<"$*") step=$(grep -oE 'step=[a-z]+' <<<"$*")
			export BUILD=${build##*=}
			eval "$(jq -r '.containerProperties.environment[] | "export \(.name)=\(.value)"' "$CLOUD/page/links.json")"
			command=$(jq -r '.containerProperties.command | join(" ")' "$CLOUD/page/links.json")
			command=${command/Ref::step/${step#*=}}
			if size=$(grep -oE 'size=[0-9]+' <<<"$*"); then
				for ((i = 0; i < ${size#*=}; i++)); do
					AWS_BATCH_JOB_ARRAY_INDEX=$i AWS_BATCH_JOB_ARRAY_SIZE=${size#*=} sh "$CLOUD/page/"$command >&2 &
				done
				wait
			else
				sh "$CLOUD/page/"$command >&2 || echo "$?" >"$CLOUD/merge-status"
			fi
			echo job-1
			;;
		esac
	END
	chmod +x "$work/bin/aws"
	export CLOUD=$work
}

# pods JOB [LEFT] runs the container of a Job once for each completion but LEFT.
pods() {
	local i values pid pids=() status=0
	values=$(python3 -c '
import sys, yaml
spec = yaml.safe_load(open(sys.argv[1]))["spec"]
container = spec["template"]["spec"]["containers"][0]
for e in container["env"]:
    print("export %s=%s" % (e["name"], e["value"]))
print("completions=%d args=(%s)" % (spec.get("completions", 1), " ".join(container["args"])))
' "$work/page/$1.yaml")
	for ((i = 0; i < 8; i++)); do
		[[ " ${*:2} " != *" $i "* ]] || continue
		(
			eval "$values"
			((i < completions)) || exit 0
			((completions == 1)) || export JOB_COMPLETION_INDEX=$i
			exec sh "$work/page/${args[0]}" "${args[1]}"
		) &
		pids+=($!)
	done
	for pid in "${pids[@]}"; do wait "$pid" || status=$?; done
	return "$status"
}

kubernetes() {
	mkdir -p "$work/bucket/2f1c9ab"
	cp -R "$work/site" "$work/bucket/2f1c9ab/site"
	line "Kubernetes, pods but the last" "$(status pods shards 7)" 0
	line "  merge" "$(status pods merge)" 3
	line "  names shard 8/8" "$(has "$work/log" 'shard 8/8 of public is missing')" yes
	line "  the last runs again alone" "$(status pods shards 0 1 2 3 4 5 6)" 0
	line "  merge" "$(status pods merge)" 1
	line "  links.html" "$(has "$work/bucket/2f1c9ab/links.html" gone-1.html)" yes
}

batch() {
	mkdir -p "$work/bucket/b2"
	cp -R "$work/site" "$work/bucket/b2/site"
	line "AWS Batch, submit.sh" "$(status sh "$work/page/submit.sh" b2)" 0
	line "  merge" "$(cat "$work/merge-status")" 1
	line "  facts" "$(find "$work/bucket/b2/facts" -name '*.facts' | wc -l)" 8
	line "  links.html" "$(has "$work/bucket/b2/links.html" gone-1.html)" yes
}

# live runs the commands of "A live site in shards" in the order of the page, each of the first
# shard for all four.
live() {
	local i is command commands pids
	mkdir "$work/live" && cd "$work/live"
	serve "$work/site"
	mapfile -t commands < <(sed -n '/^## A live site in shards/,/^## When/{/^```sh/,/^```$/p}' "$root/docs/scale.md" |
		sed -e ':a' -e '/\\$/{N;s/\\\n *//;ta' -e '}' | sed -n 's/ *#.*//; /^linkvet /p' | sed "s|https://www.example.com/|http://127.0.0.1:$port/|")
	line "live, commands" "${#commands[@]}" 4
	for command in "${commands[@]}"; do
		command+=" --external=false"
		if [[ $command == *1/4* ]]; then
			pids=()
			for i in {1..4}; do
				bash -c "$(sed "s,1/4,$i/4,; s,/1\.facts,/$i.facts," <<<"$command")" >/dev/null 2>&1 &
				pids+=($!)
			done
			for i in "${pids[@]}"; do wait "$i" || line "  $command" $? 0; done
			continue
		fi
		is=$(status bash -c "$command --report json=merged.json")
		[[ $is != 3 || $command == *second* ]] || is=$(has "$work/log" 'read by no run') # which the second round reads
		line "  $command" "${is/yes/1}" 1
	done
	status linkvet --external=false --report json=one.json "http://127.0.0.1:$port/" >/dev/null
	same "  merged and one run" one.json merged.json
	cd "$root"
}

CGO_ENABLED=0 go build -buildvcs=false -o "$work/bin/linkvet" .
files docs/scale.md "$work/page"
files docs/scale/engines.md "$work/page"
mkdir "$work/away"
for i in {1..20}; do echo "<title>$i</title>" >"$work/away/$i.html"; done
serve "$work/away"
site "$work/site" "$port"
cloud
github
parts
gitlab
kubernetes
batch
live
if ((failures > 0)); then
	echo "$failures failures"
	exit 1
fi
