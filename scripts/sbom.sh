#!/usr/bin/env bash
# Writes the list of components (SBOM) of an archive, as CycloneDX. GoReleaser runs it for
# each archive. Needs syft and jq.
#
#   scripts/sbom.sh ARCHIVE DOCUMENT VERSION DATE
set -euo pipefail
readonly archive=$1 document=$2 version=$3 date=$4

list=$(syft scan --quiet --output cyclonedx-json --source-name "${archive##*/}" --source-version "$version" "$archive")
# Syft adds a random number and the time of day. Without them, and with the date of the
# commit, the same archive has the same document. CycloneDX needs neither.
jq --arg date "$date" 'del(.serialNumber) | .metadata.timestamp = $date' <<<"$list" >"$document"
