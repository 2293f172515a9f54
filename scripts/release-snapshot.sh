#!/usr/bin/env bash
# Makes everything that a release of the last commit consists of, twice: in two folders, and
# the second time without Go's cache. Both must have the same bytes. Then it unpacks and
# installs the files, and runs what this machine can run. Publishes nothing.
#
#   scripts/release-snapshot.sh [FOLDER]
#
# Leaves the files in FOLDER, when it is given, and prints them with their sizes. Takes some
# minutes. Needs goreleaser, syft, jq, rpm, unzip, file and, to install the Debian package,
# dpkg and root. scripts/release-tools.sh installs the first two.
set -euo pipefail
umask 022
folder=
if (($#)); then
	mkdir -p "$1"
	folder=$(realpath "$1")
fi
readonly folder
cd "$(dirname "$0")/.."

for program in goreleaser syft jq rpm unzip file dpkg sha256sum; do
	[[ -n $(type -P "$program") ]] || {
		echo "could not find $program: install it first" >&2
		exit 1
	}
done

work=$(mktemp -d)
readonly first=$work/one second="$work/another folder/two"
readonly dist=$first/dist
trap 'status=$?; chmod -R u+w "$work"; rm -rf "$work"; ((status == 0)) || echo "FAILED" >&2' EXIT

fail() {
	echo "$*" >&2
	exit 1
}

# same WHAT WANT GOT fails with the difference of two texts.
same() {
	diff -u <(printf '%s\n' "$2") <(printf '%s\n' "$3") || fail "$1: not as expected"
}

# These names are the interface: see docs/releasing.md.
assets() {
	local system arch extension
	echo checksums.txt
	for arch in amd64 arm64; do
		for system in darwin linux windows; do
			extension=tar.gz
			[[ $system != windows ]] || extension=zip
			echo "linkvet_${system}_$arch.$extension"
			echo "linkvet_${system}_$arch.$extension.cdx.json"
		done
		for extension in apk deb rpm; do
			echo "linkvet_linux_$arch.$extension"
		done
	done
}

# manifests is what other repositories get.
manifests() {
	printf '%s\n' homebrew/Casks/linkvet.rb scoop/linkvet.json \
		winget/manifests/l/linkvet/linkvet/"$1"/linkvet.linkvet{,.installer,.locale.en-US}.yaml
}

# snapshot FOLDER runs GoReleaser in a clone.
snapshot() {
	git clone --quiet --no-hardlinks . "$1"
	(cd "$1" && goreleaser check --quiet && goreleaser release --snapshot --clean >"$work/log" 2>&1) || {
		cat "$work/log"
		fail "goreleaser failed in $1"
	}
	[[ -z $(git -C "$1" status --porcelain) ]] || fail "the release leaves files behind that git does not ignore"
}

sums() {
	local name
	# The manifest of winget has the day of the build, and its two systems in any order.
	(cd "$1/dist" && sha256sum $(assets) && for name in $(manifests "$2"); do
		printf '%s  %s\n' "$(grep -v '^ReleaseDate: ' "$name" | sort | sha256sum | cut -d ' ' -f 1)" "$name"
	done)
}

# contents of an archive, of each system.
contents() {
	local program=linkvet
	[[ $1 != windows ]] || program=linkvet.exe
	printf '%s\n' LICENSE NOTICE completions/{_linkvet,linkvet.bash,linkvet.fish,linkvet.ps1} "$program" man/linkvet.1 | sort
}

# unpack ARCHIVE FOLDER
unpack() {
	mkdir "$2"
	case $1 in
	*.zip) unzip -q "$1" -d "$2" ;;
	*) tar -xzf "$1" -C "$2" ;;
	esac
}

# runs PROGRAM does what users do with it first.
runs() {
	local status=0
	same "$1 --version" "linkvet $version (commit $commit, $date, $(go env GOVERSION))" "$("$1" --version)"
	"$1" --external=false testdata/sites/demo >"$work/demo" 2>&1 || status=$?
	((status == 1)) || fail "$1: exit status $status on the demo; want 1"
	grep -q '6 broken' "$work/demo" || fail "$1: the demo has 6 broken links"
}

# printed FOLDER compares the files that the program printed with what it prints now.
printed() {
	cmp "$1/man/linkvet.1" <("$1/linkvet" --print man)
	cmp "$1/completions/linkvet.bash" <("$1/linkvet" --print completion-bash)
	cmp "$1/completions/_linkvet" <("$1/linkvet" --print completion-zsh)
	cmp "$1/completions/linkvet.fish" <("$1/linkvet" --print completion-fish)
	cmp "$1/completions/linkvet.ps1" <("$1/linkvet" --print completion-powershell)
}

archive() {
	local system=$1 arch=$2 extension=tar.gz program=linkvet tree=$work/${1}_$2 kind
	if [[ $system == windows ]]; then
		extension=zip
		program=linkvet.exe
	fi
	local name=linkvet_${system}_$arch.$extension
	unpack "$dist/$name" "$tree"
	same "$name" "$(contents "$system")" "$(cd "$tree" && find . -type f -printf '%P\n' | sort)"
	cmp LICENSE "$tree/LICENSE"
	cmp NOTICE "$tree/NOTICE"
	[[ -x $tree/$program ]] || fail "$name: $program cannot be executed"

	go version -m "$tree/$program" >"$work/info"
	grep -qxP "\tbuild\tGOOS=$system" "$work/info" && grep -qxP "\tbuild\tGOARCH=$arch" "$work/info" &&
		grep -qxP "\tbuild\tCGO_ENABLED=0" "$work/info" && grep -qxP "\tbuild\t-trimpath=true" "$work/info" ||
		fail "$name: built for another system, or with other flags"
	! grep -qaF "$work" "$tree/$program" || fail "$name: the program holds the folder of the build"
	kind=$(file -b "$tree/$program")
	case $system in
	linux) [[ $kind == *ELF*static* ]] ;;
	darwin) [[ $kind == *Mach-O* ]] ;;
	windows) [[ $kind == *PE32+* ]] ;;
	esac || fail "$name: $kind"

	# What go says about the binary, the SBOM must say, too.
	same "$name.cdx.json" "$(awk '$1 == "dep" {print $2, $3}' "$work/info" | sort)" \
		"$(jq -r '.components[] | select(.type == "library" and .name != "stdlib" and .name != "github.com/linkvet/linkvet") | "\(.name) \(.version)"' "$dist/$name.cdx.json" | sort)"

	if [[ $system/$arch == $(go env GOHOSTOS)/$(go env GOHOSTARCH) ]]; then
		runs "$tree/$program"
		printed "$tree"
		echo "$name: unpacked, and run"
	else
		echo "$name: unpacked; ${kind%%,*}"
	fi
}

# packaged lists what each package installs; zsh has another folder in Debian.
packaged() {
	local zsh=site-functions
	[[ $1 != deb ]] || zsh=vendor-completions
	printf '%s\n' /usr/bin/linkvet /usr/share/bash-completion/completions/linkvet /usr/share/doc/linkvet/{NOTICE,copyright} \
		/usr/share/fish/vendor_completions.d/linkvet.fish /usr/share/man/man1/linkvet.1 /usr/share/zsh/$zsh/_linkvet | sort
}

packages() {
	local arch=$1 name root
	name=linkvet_linux_$arch.deb root=$work/deb_$1
	[[ $(dpkg-deb -f "$dist/$name" Architecture) == "$arch" ]] || fail "$name: another architecture"
	mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
	touch "$root"/var/lib/dpkg/{status,available}
	dpkg --root="$root" --log=/dev/null --force-architecture --force-not-root --install "$dist/$name" >"$work/dpkg" 2>&1 || {
		cat "$work/dpkg"
		fail "$name: dpkg could not install it"
	}
	same "$name" "$(packaged deb)" "$(cd "$root" && find usr -type f -printf '/usr/%P\n' | sort)"
	cmp "$root/usr/bin/linkvet" "$work/linux_$arch/linkvet"
	if [[ $arch == $(go env GOHOSTARCH) ]]; then
		runs "$root/usr/bin/linkvet"
	fi
	dpkg --root="$root" --log=/dev/null --force-not-root --remove linkvet >"$work/dpkg" 2>&1
	[[ -z $(find "$root/usr" -type f 2>/dev/null) ]] || fail "$name: files remain after dpkg removed it"
	echo "$name: installed and removed"

	name=linkvet_linux_$arch.rpm
	rpm --checksig --nosignature "$dist/$name" >"$work/rpm" || fail "$name: $(cat "$work/rpm")"
	same "$name" "$(packaged rpm)" "$(rpm -qlp "$dist/$name" 2>/dev/null | sort)"
	same "$name" "$(sha256sum <"$work/linux_$arch/linkvet" | cut -d ' ' -f 1)" \
		"$(rpm -qp --qf '[%{FILENAMES} %{FILEDIGESTS}\n]' "$dist/$name" 2>/dev/null | awk '$1 == "/usr/bin/linkvet" {print $2}')"
	echo "$name: $(rpm -qp --qf '%{NAME} %{VERSION} %{ARCH}' "$dist/$name" 2>/dev/null)"

	name=linkvet_linux_$arch.apk root=$work/apk_$1
	mkdir "$root"
	# Three tar archives in one: of the signature, if any, the description, and the files.
	tar -xzf "$dist/$name" --ignore-zeros --warning=no-unknown-keyword -C "$root"
	same "$name" "$(packaged apk)" "$(cd "$root" && find usr -type f -printf '/usr/%P\n' | sort)"
	cmp "$root/usr/bin/linkvet" "$work/linux_$arch/linkvet"
	echo "$name: $(awk '$1 == "pkgname" || $1 == "pkgver" || $1 == "arch" {printf "%s ", $3}' "$root/.PKGINFO")"
}

# told checks that the manifests name the files and their checksums.
told() {
	local name sum manifest
	while read -r sum name; do
		case $name in
		*.zip) manifest="scoop/linkvet.json winget/manifests/l/linkvet/linkvet/$version/linkvet.linkvet.installer.yaml" ;;
		*.tar.gz) manifest=homebrew/Casks/linkvet.rb ;;
		*) continue ;;
		esac
		for manifest in $manifest; do
			grep -qiF "$sum" "$dist/$manifest" || fail "$manifest: no checksum of $name"
		done
	done <"$dist/checksums.txt"
	jq -e . "$dist/scoop/linkvet.json" >/dev/null
	if [[ -n $(type -P ruby) ]]; then
		ruby -c "$dist/homebrew/Casks/linkvet.rb" >/dev/null
	fi
	echo "the manifests of Homebrew, Scoop and winget: with the checksums of the archives"
}

commit=$(git rev-parse HEAD)
date=$(TZ=UTC git show --no-patch --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd HEAD)
[[ -z $(git status --porcelain) ]] || echo "only what is committed is built: this folder has other changes"

echo "== build in one folder"
snapshot "$first"
version=$(jq -r .version "$dist/metadata.json")
echo "== build in another folder, without a cache"
(
	umask 077
	export GOCACHE=$work/cache TZ=Pacific/Auckland
	snapshot "$second"
)

echo "== the same bytes"
sums "$first" "$version" >"$work/first"
sums "$second" "$version" >"$work/second"
diff -u "$work/first" "$work/second" || fail "the two builds differ"
echo "$(wc -l <"$work/first") files"

echo "== what is made"
same "names of the files" "$(assets | sort)" \
	"$(cd "$dist" && find . -maxdepth 1 -type f ! -name artifacts.json ! -name metadata.json ! -name config.yaml -printf '%P\n' | sort)"
(cd "$dist" && sha256sum --check --quiet --strict checksums.txt)
same "checksums.txt" "$(assets | grep -vx checksums.txt | sort)" "$(awk '{print $2}' "$dist/checksums.txt" | sort)"
for system in linux darwin windows; do
	archive "$system" amd64
	archive "$system" arm64
done
packages amd64
packages arm64
told

echo "== sizes in bytes"
(cd "$dist" && stat --format '| `%n` | %s |' $(assets) $(manifests "$version") | sort)
if [[ -n $folder ]]; then
	(cd "$dist" && cp --parents $(assets) $(manifests "$version") "$folder/")
fi
printf '\npassed in %d s: linkvet %s\n' "$SECONDS" "$version"
