package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"time"
)

// wheels returns a wheel for each system, by their file names.
func wheels(r *release, templates fs.FS) (map[string][]byte, error) {
	version, err := pythonVersion(r.version)
	if err != nil {
		return nil, err
	}
	readme, err := fs.ReadFile(templates, "pypi/README.md")
	if err != nil {
		return nil, fmt.Errorf("could not read the template: %w", err)
	}
	name := "linkvet-" + version
	about := name + ".dist-info/"
	wheels := map[string][]byte{}
	for i, p := range platforms {
		files := []file{
			// pip puts what is in this folder where programs are.
			{name + ".data/scripts/" + p.program, r.programs[i], true},
			{about + "METADATA", metadata(version, readme), false},
			{about + "WHEEL", wheelFile(p.tags), false},
			{about + "licenses/LICENSE", r.license, false},
			{about + "licenses/NOTICE", r.notice, false},
		}
		files = append(files, record(about+"RECORD", files))
		name := name + "-py3-none-" + strings.Join(p.tags, ".") + ".whl"
		if wheels[name], err = wheel(files, r.time); err != nil {
			return nil, fmt.Errorf("could not pack %s: %w", name, err)
		}
	}
	return wheels, nil
}

// metadata returns the core metadata: fields as in an email, then the description.
func metadata(version string, readme []byte) []byte {
	return []byte(`Metadata-Version: 2.4
Name: linkvet
Version: ` + version + `
Summary: ` + description + `
License-Expression: MIT
License-File: LICENSE
License-File: NOTICE
Project-URL: Homepage, ` + homepage + `
Project-URL: Documentation, ` + homepage + `/blob/main/docs/README.md
Project-URL: Changelog, ` + homepage + `/blob/main/CHANGELOG.md
Requires-Python: >=3.7
Description-Content-Type: text/markdown

` + string(readme))
}

// wheelFile says which systems the wheel is for.
func wheelFile(tags []string) []byte {
	var out strings.Builder
	out.WriteString("Wheel-Version: 1.0\nGenerator: linkvet\nRoot-Is-Purelib: false\n")
	for _, tag := range tags {
		out.WriteString("Tag: py3-none-" + tag + "\n")
	}
	return []byte(out.String())
}

// record lists the files with their checksums, which pip verifies, and itself without one.
func record(name string, files []file) file {
	var out strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&out, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	return file{name, []byte(out.String() + name + ",,\n"), false}
}

// wheel returns the files as a zip archive.
func wheel(files []file, changed time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, f := range files {
		header := zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: changed}
		header.SetMode(0o644)
		if f.executable {
			header.SetMode(0o755)
		}
		entry, err := archive.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// semver matches the versions that releases and snapshots have.
var semver = regexp.MustCompile(`^(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+)|-SNAPSHOT-([0-9a-f]+))?$`)

// pythonVersion returns a version as Python writes it. The registry refuses that of a snapshot,
// which is for this machine only.
func pythonVersion(version string) (string, error) {
	parts := semver.FindStringSubmatch(version)
	switch {
	case parts == nil:
		return "", fmt.Errorf("could not translate the version %q for Python: it must be X.Y.Z, or X.Y.Z-rc.N, -beta.N or -alpha.N", version)
	case parts[4] != "":
		return parts[1] + ".dev0+g" + parts[4], nil
	}
	return parts[1] + map[string]string{"": "", "alpha": "a", "beta": "b", "rc": "rc"}[parts[2]] + parts[3], nil
}
