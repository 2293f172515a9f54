package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// fakeCrane is crane as scripts/release-image-check.sh uses it, with files as the registry.
const fakeCrane = `#!/bin/sh
case $1 in
manifest) cat "$FAKE/manifest" ;;
export) cp "$FAKE/image.tar" "$5" ;;
config) cat "$FAKE/config" ;;
esac
`

// releaseImage is an image of a release, as the check sees it.
type releaseImage struct {
	systems []string
	config  map[string]any
	files   map[string]*tar.Header
	content map[string]string
}

// newReleaseImage returns one that is right.
func newReleaseImage() *releaseImage {
	file := func(mode int64) *tar.Header { return &tar.Header{Typeflag: tar.TypeReg, Mode: mode} }
	folder := func(mode int64) *tar.Header { return &tar.Header{Typeflag: tar.TypeDir, Mode: mode} }
	return &releaseImage{
		systems: []string{"amd64", "arm64"},
		config:  map[string]any{"Entrypoint": []string{"/linkvet"}, "Cmd": nil, "Labels": map[string]string{"a": "b"}},
		files: map[string]*tar.Header{
			"LICENSE": file(0o644), "NOTICE": file(0o644), "linkvet": file(0o755), "etc/ssl/certs/ca-certificates.crt": file(0o644),
			"etc": folder(0o755), "etc/ssl": folder(0o755), "etc/ssl/certs": folder(0o755), "tmp": folder(0o1777),
			"linkvet-post": {Typeflag: tar.TypeSymlink, Linkname: "linkvet", Mode: 0o777},
		},
		content: map[string]string{"linkvet": "program", "LICENSE": "MIT", "NOTICE": "notice"},
	}
}

// packed returns the files as an archive.
func (i *releaseImage) packed(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(i.files)) {
		header := *i.files[name]
		header.Name = name
		if header.Typeflag == tar.TypeReg {
			header.Size = int64(len(i.content[name]))
		}
		if err := w.WriteHeader(&header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(i.content[name])); header.Size > 0 && err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestReleaseImageCheck changes an image in one place, and wants the change to be refused.
func TestReleaseImageCheck(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the scripts of a release run on Linux")
	}
	for name, test := range map[string]struct {
		change func(*releaseImage)
		want   string
	}{
		"right":               {func(*releaseImage) {}, "has the programs of the archives"},
		"one system":          {func(i *releaseImage) { i.systems = i.systems[:1] }, "must be for linux/amd64 and linux/arm64"},
		"another program":     {func(i *releaseImage) { i.content["linkvet"] = "altered" }, "linkvet for linux/amd64 is not that of the archive"},
		"another entry point": {func(i *releaseImage) { i.config["Entrypoint"] = []string{"/tmp/x"} }, "must start linkvet"},
		"arguments":           {func(i *releaseImage) { i.config["Cmd"] = []string{"--fail-on=none"} }, "must start linkvet"},
		"an input":            {func(i *releaseImage) { i.config["Env"] = []string{"INPUT_FAIL-ON=none"} }, "must start linkvet"},
		"a user":              {func(i *releaseImage) { i.config["User"] = "1000" }, "must start linkvet"},
		"another file": {
			func(i *releaseImage) { i.files["evil"] = &tar.Header{Typeflag: tar.TypeReg, Mode: 0o755} },
			"must have these files, and no others",
		},
		"another program at the end of the job": {func(i *releaseImage) { i.files["linkvet-post"].Linkname = "tmp/x" }, "must have these files, and no others"},
		"no right to write to /tmp":             {func(i *releaseImage) { i.files["tmp"].Mode = 0o755 }, "must have these files, and no others"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			image, r := newReleaseImage(), aRelease{t: t, folder: t.TempDir()}
			test.change(image)
			r.write("check.sh", read(t, "scripts/release-image-check.sh"), 0o755)
			r.write("crane", fakeCrane, 0o755)
			for _, arch := range []string{"amd64", "arm64"} {
				for name, content := range newReleaseImage().content {
					r.write(name, content, 0o644)
				}
				if out, ok := r.run("tar", "-czf", "linkvet_linux_"+arch+".tar.gz", "linkvet", "LICENSE", "NOTICE"); !ok {
					t.Fatal(out)
				}
			}
			var manifests []map[string]any
			for _, arch := range image.systems {
				manifests = append(manifests, map[string]any{"platform": map[string]string{"os": "linux", "architecture": arch}})
			}
			for name, value := range map[string]any{"manifest": map[string]any{"manifests": manifests}, "config": map[string]any{"config": image.config}} {
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				r.write(name, string(text), 0o644)
			}
			r.write("image.tar", string(image.packed(t)), 0o644)
			command := exec.CommandContext(t.Context(), "./check.sh", ".", "ghcr.io/linkvet/linkvet@sha256:1")
			command.Dir = r.folder
			command.Env = append(os.Environ(), "FAKE="+r.folder, "PATH="+r.folder+":"+os.Getenv("PATH"))
			out, err := command.CombinedOutput()
			if (err == nil) != (name == "right") || !strings.Contains(string(out), test.want) {
				t.Errorf("%v, want %q in:\n%s", err, test.want, out)
			}
		})
	}
}
