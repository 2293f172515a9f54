#!/usr/bin/env bash
# Runs the pages of docs/ci with programs of the CI systems, on a site without broken links
# (0), with one (1), with a wrong setting (2), and on one that cannot be checked completely
# (3). It prints a line for each run, and fails if one of them ends with another status, or
# leaves no reports.
#
# It needs bash, gh, git, go, java, jq, make, maven, npm, python3 with venv, and rsync, and
# installs the rest in a temporary folder. The download of linkvet is a stand-in: `go test`
# runs it against a server.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly gitlab_ci_local=4.64.1 schemas=0.39.0 act=v0.2.89 gitea_act=v0.261.10 groovy=2.4.21

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bin=$work/bin
. scripts/recipes.sh
mkdir "$bin"

# project PAGE STATUS makes a repository with the files of the page and a site.
project() {
	local dir=$work/$1-$2
	rm -rf "$dir"
	mkdir -p "$dir/build"
	files docs/ci.md "$dir"
	files "docs/ci/$1.md" "$dir"
	sed -i "s/vX.Y.Z/v1.2.3/; s/CHECKSUM /$checksum /" "$dir/.ci/linkvet.sh"
	printf 'site:\n\tcp -R build public\n' >"$dir/Makefile"
	echo '<h1>Tea</h1><a href="/tea.html">Tea</a>' >"$dir/build/index.html"
	[[ $2 == 1 ]] || echo '<h1>Tea</h1>' >"$dir/build/tea.html"
	[[ $2 != 2 ]] || echo 'no-such-setting: 1' >"$dir/.linkvet.yml"
	[[ $2 != 3 ]] || echo 'min-pages: 3' >"$dir/.linkvet.yml"
	git -C "$dir" init -q -b main
	git -C "$dir" remote add origin https://git.example/octo/site.git
	git -C "$dir" -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m site
	echo "$dir"
}

# number FILE PATTERN returns the number in the last text that matches, or 0.
number() { grep -oE "$2" "$1" | grep -oE '[0-9]+$' | tail -n 1 || echo 0; }

# reports DIRECTORY STATUS FILE… says whether a run left its reports, which one with a wrong
# setting does not.
reports() {
	local name want=yes
	[[ $2 != 2 ]] || want=no
	for name in "${@:3}"; do
		line "  $name" "$([[ -s $1/$name ]] && echo yes || echo no)" "$want"
	done
}

install_programs() {
	CGO_ENABLED=0 go build -buildvcs=false -o "$bin/linkvet" .
	tar -C "$bin" -czf "$work/linkvet.tar.gz" linkvet
	checksum=$(sha256sum "$work/linkvet.tar.gz" | cut -d' ' -f1)
	mv "$bin/linkvet" "$work/linkvet-program"
	cat >"$bin/curl" <<-END
		#!/bin/sh
		while [ "\$1" != -o ]; do shift; done
		cp "$work/linkvet.tar.gz" "\$2"
	END
	printf '#!/bin/sh\ncat >annotated\n' >"$bin/buildkite-agent"
	chmod +x "$bin/curl" "$bin/buildkite-agent"
	npm install --silent --no-fund --prefix "$work/npm" "gitlab-ci-local@$gitlab_ci_local" >/dev/null
	python3 -m venv "$work/python"
	"$work/python/bin/pip" install -q --only-binary :all: "check-jsonschema==$schemas"
	GOBIN=$work/tools go install "github.com/nektos/act@$act"
	mkdir "$work/gitea"
	(
		cd "$work/gitea"
		printf 'module gitea\ngo 1.26\nrequire github.com/nektos/act %s\nreplace github.com/nektos/act => gitea.com/gitea/act %s\n' "$gitea_act" "$gitea_act" >go.mod
		GOFLAGS=-mod=mod go build -o "$work/tools/gitea-act" github.com/nektos/act
	)
	mvn -q -B dependency:get "-Dartifact=org.codehaus.groovy:groovy-all:$groovy" >/dev/null
	groovy_jar=$(find ~/.m2 -name "groovy-all-$groovy.jar" | head -n 1)
	export PATH=$bin:$PATH
}

schema() {
	local status=0
	"$work/python/bin/check-jsonschema" --builtin-schema "vendor.$1" "$2" >"$work/log" 2>&1 || status=$?
	line "schema $1: ${2##*/}" "$status" 0
}

validate() {
	local dir
	dir=$(project circleci 0) && schema circle-ci "$dir/.circleci/config.yml"
	dir=$(project buildkite 0) && schema buildkite "$dir/.buildkite/pipeline.yml"
	dir=$(project gitlab 0) && schema gitlab-ci "$dir/.gitlab-ci.yml"
	dir=$(project forgejo 0) && schema github-workflows "$dir/.forgejo/workflows/links.yml"
	# The two documents of the component: the schema knows one at a time.
	sed '1,/^---$/d' templates/linkvet.yml | sed 's/\$\[\[ inputs\.\([a-z-]*\) \]\]/\1/' >"$work/component.yml"
	schema gitlab-ci "$work/component.yml"
}

gitlab() {
	local dir status
	for want in 0 1 2 3; do
		dir=$(project gitlab "$want")
		mkdir -p "$dir/templates"
		cp templates/linkvet.yml "$dir/templates/"
		# GitLab downloads the component; here it is a file of the project.
		sed -i "s|remote: .*|local: templates/linkvet.yml|; s|target: public|&\n      version: v1.2.3\n      checksum: $checksum|" "$dir/.gitlab-ci.yml"
		git -C "$dir" add -A
		status=0
		(cd "$dir" && "$work/npm/node_modules/.bin/gitlab-ci-local" --shell-isolation=false --force-shell-executor) >"$dir.log" 2>&1 || status=$?
		line "gitlab, gitlab-ci-local $gitlab_ci_local, site $want" "$(number "$dir.log" 'FAIL [0-9]+') $((status > 0))" "$want $((want > 0))"
		reports "$dir/.gitlab-ci-local/artifacts/links" "$want" links.html
		reports "$dir" "$want" links.xml gl-code-quality-report.json
	done
}

# forgejo PROGRAM runs the workflow on this machine, without containers.
forgejo() {
	local dir status
	for want in 0 1 2 3; do
		dir=$(project forgejo "$want")
		status=0
		(cd "$dir" && "$work/tools/$1" push -W .forgejo/workflows/links.yml -P ubuntu-latest=-self-hosted --env "PATH=$PATH") >"$dir.log" 2>&1 || status=$?
		line "forgejo, $1, site $want" "$(number "$dir.log" 'exit status [0-9]+') $((status > 0))" "$want $((want > 0))"
	done
}

# jenkins runs the Jenkinsfile with Groovy and a stand-in for the steps of Jenkins.
jenkins() {
	local dir status
	for want in 0 1 2 3; do
		dir=$(project jenkins "$want")
		status=0
		(cd "$dir" && java -cp "$groovy_jar" groovy.ui.GroovyMain "$OLDPWD/scripts/ci-recipes.groovy") >"$dir.log" 2>&1 || status=$?
		line "jenkins, Groovy $groovy with a stand-in, site $want" "$status" "$want"
		line "  post" "$(grep -c '^post: ' "$dir.log")" 3
		reports "$dir" "$want" links.xml links.sarif links.html
	done
}

buildkite() {
	local dir status
	for want in 0 1 2 3; do
		dir=$(project buildkite "$want")
		status=0
		(cd "$dir" && bash -e -c "sh .buildkite/links.sh") >"$dir.log" 2>&1 || status=$?
		line "buildkite, bash, site $want" "$status" "$want"
		reports "$dir" "$want" links.md links.html
	done
}

makefile() {
	local dir status
	for want in 0 1 2 3; do
		dir=$(project make "$want")
		cat "$dir/links.mk" >>"$dir/Makefile"
		status=0
		make -C "$dir" links >"$dir.log" 2>&1 || status=$?
		line "make, site $want" "$(number "$dir.log" 'Error [0-9]+') $((status > 0))" "$want $((want > 0))"
		reports "$dir" "$want" links.html
	done
}

issue() {
	local status=0
	LINKVET_TEST_GH=$(command -v gh) go test -count=1 -run TestTheScheduledIssue . >"$work/log" 2>&1 || status=$?
	line "scheduled issue, $(gh --version | head -n 1)" "$status" 0
}

install_programs
validate
gitlab
forgejo act
forgejo gitea-act
jenkins
buildkite
makefile
issue
if ((failures > 0)); then
	echo "$failures failures"
	exit 1
fi
