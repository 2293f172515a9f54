#!/bin/sh
# Installs the linkvet of this release for binary/action.yml: downloads the archive for the
# runner, verifies it, unpacks it, and sets the output `program` to the path of the program.
#
# It runs in the sh of any Linux runner or container (dash, busybox), and in the bash of
# macOS (3.2) and of Git for Windows. LINKVET_DOWNLOAD is the URL of a folder with the
# archives, in place of the release on GitHub. The checksums hold there, too.
set -eu

here=${0%/*}
repository=linkvet/linkvet

# fail MESSAGE ends the step: nothing was checked.
fail() {
	printf '::error title=linkvet could not start::%s\n' "$(printf %s "$1" | tr '\r\n' '  ' | sed 's/%/%25/g')"
	exit 3
}

has() { command -v "$1" >/dev/null 2>&1; }

# needs PURPOSE COMMAND… fails if none of the commands is there.
needs() {
	purpose=$1
	shift
	for name in "$@"; do
		if has "$name"; then
			return
		fi
	done
	fail "found no $(printf '%s' "$*" | sed 's/ / and no /g') to $purpose; install one of them before this step, for example with the package manager of the container"
}

# field PATTERN prints the part of checksums.txt that the pattern marks. Git may have
# written the file with the line ends of Windows.
field() { tr -d '\r' <"$here/checksums.txt" | sed -n "s/$1/\\1/p" | head -n 1; }

# checksum FILE prints its SHA-256 checksum.
checksum() {
	if has sha256sum; then
		sha256sum <"$1"
	elif has shasum; then
		shasum -a 256 <"$1"
	else
		openssl dgst -sha256 -r <"$1"
	fi | cut -c 1-64
}

# bounded runs a command that may write files of up to 64 MB (in some shells 128 MB), where
# the system has such a limit: an archive has some 7 MB.
bounded() (
	ulimit -f 131072 2>/dev/null || true
	exec "$@"
)

# fetch downloads the archive once. A server that sends nothing, or without end, ends it, too.
fetch() {
	rm -f "$archive"
	if has curl; then
		bounded curl --fail --silent --show-error --location --connect-timeout 20 \
			--speed-limit 1000 --speed-time 30 --max-time 600 --output "$archive" "$url"
	else
		# GNU wget says nothing of a failure with -q, and busybox only knows that.
		quiet=-q
		! wget --help 2>&1 | grep -q -e --no-verbose || quiet=-nv
		# Not all of busybox know -T, the limit of wget itself.
		bounded timeout 300 wget "$quiet" -t 1 -O "$archive" "$url"
	fi
}

# download fetches the archive, and tries again after a failure.
download() {
	needs "download linkvet" curl wget
	has curl || needs "download linkvet with wget" timeout
	for pause in 2 8 -; do
		if said=$(fetch 2>&1); then
			return
		fi
		if [ "$pause" != - ]; then
			sleep "$pause"
		fi
	done
	fail "could not download $url: ${said:-the download ended without a reason, or has more than 64 MB}"
}

# attest verifies that the release workflow built the archive. If gh cannot say, the step goes
# on: the checksum has pinned the bytes by then.
attest() {
	if ! has gh; then
		attestation="not verified, as gh is not installed"
	elif [ -z "${GH_TOKEN:-}" ]; then
		attestation="not verified, as the input token is empty"
	elif [ "${GITHUB_SERVER_URL:-https://github.com}" != https://github.com ]; then
		attestation="not verified, as the token is not for github.com"
	elif ! gh attestation verify --help 2>&1 | grep -q -e --signer-workflow; then
		attestation="not verified, as this gh is too old"
	elif said=$(GH_HOST=github.com gh attestation verify "$archive" --repo "$repository" \
		--signer-workflow "$repository/.github/workflows/release.yml" 2>&1); then
		attestation="verified"
	elif printf '%s' "$said" | grep -q -E '(HTTP|http status code:) (401|403|429|5[0-9][0-9])|(Get|Post) "https?://|dial tcp|no such host|connection re(fused|set)|timeout|timed out|deadline exceeded|error connecting'; then
		attestation="not verified, as gh got no answer: $(printf '%s' "$said" | tr '\r\n' '  ' | sed 's/##\[/# [/g')"
	else
		fail "the attestation of $archive is not valid, so linkvet was not started: $said"
	fi
}

# unpack writes the program, and no other file of the archive.
unpack() {
	case $archive in
	*.zip)
		if has unzip; then
			unzip -q -o "$archive" "$program"
		else
			"${SYSTEMROOT:-}/System32/tar.exe" -xf "$archive" "$program"
		fi
		;;
	*) tar -xzf "$archive" "$program" ;;
	esac
}

case ${RUNNER_OS:-} in
Linux) os=linux program=linkvet format=tar.gz separator=/ ;;
macOS) os=darwin program=linkvet format=tar.gz separator=/ ;;
Windows) os=windows program=linkvet.exe format=zip separator=\\ ;;
*) fail "linkvet has no archive for the system \"${RUNNER_OS:-}\" (RUNNER_OS); it has for Linux, macOS and Windows" ;;
esac
case ${RUNNER_ARCH:-} in
X64) arch=amd64 ;;
ARM64) arch=arm64 ;;
*) fail "linkvet has no archive for the architecture \"${RUNNER_ARCH:-}\" (RUNNER_ARCH); it has for X64 and ARM64" ;;
esac
if [ -z "${RUNNER_TEMP:-}" ] || [ -z "${GITHUB_OUTPUT:-}" ]; then
	fail "RUNNER_TEMP or GITHUB_OUTPUT is empty: this script is for a step of a workflow"
fi

archive=linkvet_${os}_$arch.$format
version=$(field '^# \(v[0-9][0-9A-Za-z.-]*\)$')
if [ -z "$version" ]; then
	fail "this commit of linkvet is not a release, so it has no archives: use a release, such as $repository/binary@v1, or on Linux runners with Docker the action $repository, which builds linkvet itself"
fi
want=$(field "^\\([0-9a-f]\\{64\\}\\)  $archive\$")
if [ -z "$want" ]; then
	fail "checksums.txt of linkvet $version has no $archive"
fi
needs "verify linkvet" sha256sum shasum openssl
[ "$format" = zip ] || needs "unpack linkvet" tar

# Names without a folder mean the same to all programs of Windows.
cd "$RUNNER_TEMP"
work=$(mktemp -d linkvet.XXXXXX)
cd "$work"

# The tool cache keeps the archive as it was downloaded, so its checksum shows any change.
kept=${RUNNER_TOOL_CACHE:+$RUNNER_TOOL_CACHE/linkvet/${version#v}/$arch}
if [ -n "$kept" ] && [ -f "$kept/$archive" ] && bounded cp "$kept/$archive" "$archive" 2>/dev/null && [ "$(checksum "$archive")" = "$want" ]; then
	how="from the tool cache, checksum verified"
else
	if [ -s "$archive" ]; then
		echo "the archive in the tool cache has another checksum than linkvet $version: downloading it again"
	fi
	url=${LINKVET_DOWNLOAD:-https://github.com/$repository/releases/download/$version}
	url=${url%/}/$archive
	download
	got=$(checksum "$archive")
	if [ "$got" != "$want" ]; then
		fail "$url has the checksum $got and not $want, so linkvet was not started: the download was altered, or is not the file of linkvet $version"
	fi
	attest
	how="downloaded, checksum verified, attestation $attestation"
	# Without a cache, the next job downloads again. mv replaces the file in one step, as
	# another job may read it.
	if [ -n "$kept" ]; then
		{ mkdir -p "$kept" && [ ! -d "$kept/$archive" ] && cp "$archive" "$kept/$archive.$work" && mv -f "$kept/$archive.$work" "$kept/$archive"; } 2>/dev/null ||
			rm -f "$kept/$archive.$work" 2>/dev/null || true
	fi
fi
# A shell passes on a file that is empty, and a link would lead to another program.
said=$(unpack 2>&1) && [ -f "$program" ] && [ -s "$program" ] && [ ! -h "$program" ] || fail "could not unpack $program of $archive: ${said:-it is not there}"
chmod +x "$program"
rm -f "$archive"

printf 'program=%s\n' "$RUNNER_TEMP$separator$work$separator$program" >>"$GITHUB_OUTPUT"
echo "linkvet $version for $os/$arch: $how"
