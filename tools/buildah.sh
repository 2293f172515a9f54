# Functions for scripts that run images without Docker and without a registry. They keep
# everything in the folder $work, and run at the top of the repository, as root.
# shellcheck shell=bash

export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot

in_buildah() {
	buildah --root "$work/storage" --runroot "$work/runroot" "$@"
}

# make_base builds the image that the Dockerfile begins from out of what the machine has: its
# own Go, busybox and certificates.
make_base() {
	local tree=$work/base name goroot ctr
	name=docker.io/library/$(awk '$1 == "FROM" { print $2; exit }' Dockerfile)
	goroot=$(go env GOROOT)
	mkdir -p "$tree"/{bin,etc/ssl/certs,go,root,tmp,usr/local/go}
	cp "$(command -v busybox)" "$tree/bin/sh"
	cp -aL "$goroot"/{bin,pkg,src,VERSION,go.env} "$tree/usr/local/go/"
	cp -L /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/"
	echo 'root:x:0:0:root:/root:/bin/sh' >"$tree/etc/passwd"
	ctr=$(in_buildah from scratch)
	in_buildah add --quiet "$ctr" "$tree" / >/dev/null
	in_buildah config --env PATH=/usr/local/go/bin:/bin --env GOPATH=/go --env GOTOOLCHAIN=local \
		--env GOPROXY="$(go env GOPROXY)" --env GOSUMDB="$(go env GOSUMDB)" "$ctr"
	in_buildah commit --quiet "$ctr" "$name" >/dev/null
	in_buildah rm "$ctr" >/dev/null
	rm -rf "$tree"
}
