#!/usr/bin/env bash
# Prints what linkvet shows for ten pull requests of a site with 300 known broken links: the
# exit status, the commit status, the comment and the annotations. docs/gating/pull-requests.md
# has the table, which the same test writes with -update.
#
#   scripts/ten-commits.sh
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
go test -count=1 -run '^TestTenCommits$' -v . >"$log" 2>&1 || status=$?
sed -n 's/^ *| /| /p' "$log"
((status == 0)) || grep -v '^ *| ' "$log"
exit "$status"
