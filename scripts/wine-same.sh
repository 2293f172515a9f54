#!/usr/bin/env bash
# Runs linkvet for Linux and, with Wine, linkvet for Windows on the same sites. Their reports,
# patches and exit statuses must be the same bytes, but for times.
#
#   scripts/wine-same.sh
#
# KEEP=DIR keeps what both wrote. Needs what scripts/wine-test.sh needs, and git.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly repository=$PWD
work=$(mktemp -d)
readonly work
export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEARCH=win64 HOME=$work/home NO_COLOR=1
mkdir -p "$HOME"
trap 'wineserver -k || true; rm -rf "$work"' EXIT

CGO_ENABLED=0 go build -o "$work/linkvet" .
GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go build -o "$work/linkvet.exe" .
wineboot --init >/dev/null 2>&1

# put FILE [END] writes standard input to a file of the case, each line with that end.
put() {
	mkdir -p "$(dirname "$folder/$1")"
	sed "s/\$/${2:-}/" >"$folder/$1"
}

readonly all=(--report json=out/r.json --report sarif=out/r.sarif --report junit=out/r.xml --report markdown=out/r.md
	--report gitlab=out/r.gitlab --report pages=out/r.pages --report html=out/r.html --report text=out/r.txt
	--report baseline=out/r.baseline)

# settled removes the times from what a run wrote.
settled() {
	find "$1/out" -type f -exec sed -Ei \
		-e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{5,12}( UTC|Z)?/TIME/g' \
		-e 's/"duration_ms": ?[0-9]+/"duration_ms": N/; s/ (time|timestamp)="[^"]*"/ \1=""/g' \
		-e 's/(in|\|) [0-9.]+ (ms|s|min)\b/\1 TIME/g' {} +
}

failed=()
# same NAME ARGUMENT… runs both on the folder of a case.
same() {
	local name=$1 status system
	shift
	for system in linux windows; do
		rm -rf "$work/$name.$system"
		cp -a "$folder" "$work/$name.$system"
		(
			cd "$work/$name.$system"
			mkdir out
			program=("$work/linkvet")
			[[ $system == linux ]] || program=(wine "$work/linkvet.exe")
			status=0
			"${program[@]}" --external=false "$@" </dev/null >out/stdout 2>out/stderr || status=$?
			echo "$status" >out/status
			# Wine's own words.
			sed -i '/XDG_RUNTIME_DIR/d; /wine32/d' out/stderr
		)
		settled "$work/$name.$system"
	done
	status=same
	diff -r "$work/$name.linux" "$work/$name.windows" >"$work/$name.diff" || status=different
	printf '%-28s status %s, %d files: %s\n' "$name" "$(<"$work/$name.linux/out/status")" \
		"$(find "$work/$name.linux/out" -type f | wc -l)" "$status"
	if [[ $status == different ]]; then
		failed+=("$name")
		head -c 3000 "$work/$name.diff"
	fi
	if [[ -n ${KEEP:-} ]]; then
		mkdir -p "$KEEP"
		cp -a "$work/$name".* "$KEEP/"
	fi
}

for site in demo everything-broken everything-fixed; do
	folder=$work/case-$site
	mkdir -p "$folder"
	cp -a "$repository/testdata/sites/$site" "$folder/public"
	same "$site" "${all[@]}" public
done

for end in '' '\r'; do
	name=${end:+crlf-}
	name=${name:-lf-}

	folder=$work/case-${name}fix
	mkdir -p "$folder"
	put .gitignore <<<'/public/'
	put docs/index.md "$end" <<<$'# Start\n\n[Guide](Guide.html) and [text](guide.html#Install).\n'
	put docs/guide.md "$end" <<<$'# Guide\n\n## Install\n'
	put public/index.html "$end" <<<$'<!doctype html><title>t</title><h1>Start</h1>\n<p><a href="Guide.html">Guide</a> and <a href="guide.html#Install">text</a>.'
	put public/guide.html "$end" <<<$'<!doctype html><title>g</title><h1>Guide</h1>\n<h2 id="install">Install</h2>'
	git -C "$folder" init --quiet
	git -C "$folder" -c core.autocrlf=false add .
	git -C "$folder" -c user.name=n -c user.email=n@example.com commit --quiet --message=first
	same "${name}fix-diff" "${all[@]}" --fix diff public
	same "${name}fix-write" --fix write public

	folder=$work/case-${name}compare
	for page in index faq guide/install gone; do
		put "old/$page.html" <<<"<!doctype html><title>$page</title><h1>$page</h1>"
	done
	put new/index.html <<<'<!doctype html><title>index</title><h1>index</h1><a href=setup/install.html>x</a>'
	put new/setup/install.html <<<'<!doctype html><title>install</title><h1>guide/install</h1>'
	put new/_redirects "$end" <<<$'# moved\n/faq.html /setup/install.html 301\n/gone.html  / 410\n'
	put list.csv "$end" <<<$'Top pages,Clicks\n/guide/install.html,"1,300"\n/faq.html,12\n/gone.html,3'
	put list.txt "$end" <<<$'# old URLs\n/guide/install.html\n\n/faq.html'
	put .linkvet.yml "$end" <<<$'hosting: netlify\nexclude: |\n  /drafts/**\n  /setup/missing.html\nrules:\n  - match: /gone.html\n    verdict: ok\n'
	same "${name}compare" "${all[@]}" --compare old new
	same "${name}compare-csv" "${all[@]}" --compare list.csv new
	same "${name}compare-list" "${all[@]}" --compare list.txt new
done

if ((${#failed[@]})); then
	echo "different: ${failed[*]}"
	exit 1
fi
echo "all the same"
