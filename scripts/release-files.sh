#!/usr/bin/env bash
# Writes the files of a release that linkvet prints itself: the man page and the
# completions. GoReleaser runs it before it builds.
#
#   scripts/release-files.sh FOLDER VERSION COMMIT DATE
set -euo pipefail
cd "$(dirname "$0")/.."
readonly folder=$1 version=$2 commit=$3 date=$4

rm -rf "$folder"
mkdir -p "$folder/completions" "$folder/man"
# This one runs here, whatever system the binaries are for.
go build -buildvcs=false -o "$folder/linkvet" -ldflags "-X main.version=$version -X main.commit=$commit -X main.date=$date" .
"$folder/linkvet" --print man >"$folder/man/linkvet.1"
"$folder/linkvet" --print completion-bash >"$folder/completions/linkvet.bash"
"$folder/linkvet" --print completion-zsh >"$folder/completions/_linkvet"
"$folder/linkvet" --print completion-fish >"$folder/completions/linkvet.fish"
"$folder/linkvet" --print completion-powershell >"$folder/completions/linkvet.ps1"
rm "$folder/linkvet"
