package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// platform is a system that linkvet is built for, in the words of each registry.
type platform struct {
	archive string
	// program is its name in the archive.
	program string
	// os and cpu are those of Node.
	os, cpu string
	// tags are those of wheels. The program is static, so it runs with any C library. Go
	// 1.26 needs macOS 12.
	tags []string
}

var platforms = []platform{
	{"linkvet_linux_amd64.tar.gz", "linkvet", "linux", "x64", []string{"manylinux2014_x86_64", "musllinux_1_1_x86_64"}},
	{"linkvet_linux_arm64.tar.gz", "linkvet", "linux", "arm64", []string{"manylinux2014_aarch64", "musllinux_1_1_aarch64"}},
	{"linkvet_darwin_amd64.tar.gz", "linkvet", "darwin", "x64", []string{"macosx_12_0_x86_64"}},
	{"linkvet_darwin_arm64.tar.gz", "linkvet", "darwin", "arm64", []string{"macosx_12_0_arm64"}},
	{"linkvet_windows_amd64.zip", "linkvet.exe", "win32", "x64", []string{"win_amd64"}},
	{"linkvet_windows_arm64.zip", "linkvet.exe", "win32", "arm64", []string{"win_arm64"}},
}

// release is what the packages are made of.
type release struct {
	version string
	// time is that of the commit, which the archives have.
	time time.Time
	// license and notice are the same in each archive.
	license, notice []byte
	// programs are in the order of platforms.
	programs [][]byte
}

// readRelease reads the archives in dist, each with the checksum that is written there.
func readRelease(dist string) (*release, error) {
	metadata, err := os.ReadFile(filepath.Join(dist, "metadata.json"))
	if err != nil {
		return nil, fmt.Errorf("could not read the version: %w", err)
	}
	var about struct{ Version string }
	if err := json.Unmarshal(metadata, &about); err != nil || about.Version == "" {
		return nil, fmt.Errorf("could not read the version from %s/metadata.json: %v", dist, err)
	}
	sums, err := os.ReadFile(filepath.Join(dist, "checksums.txt"))
	if err != nil {
		return nil, fmt.Errorf("could not read the checksums: %w", err)
	}
	r := &release{version: about.Version}
	for _, p := range platforms {
		content, err := os.ReadFile(filepath.Join(dist, p.archive))
		if err != nil {
			return nil, fmt.Errorf("could not read the archive: %w", err)
		}
		if err := verify(p.archive, content, string(sums)); err != nil {
			return nil, err
		}
		if err := r.add(p, content); err != nil {
			return nil, fmt.Errorf("could not take the files from %s: %w", p.archive, err)
		}
	}
	return r, nil
}

// verify compares an archive with its line in checksums.txt.
func verify(name string, content []byte, sums string) error {
	sum := sha256.Sum256(content)
	want := ""
	for line := range strings.Lines(sums) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[1] == name {
			want = fields[0]
		}
	}
	switch got := hex.EncodeToString(sum[:]); want {
	case got:
		return nil
	case "":
		return fmt.Errorf("checksums.txt has no checksum of %s", name)
	default:
		return fmt.Errorf("%s has the checksum %s; checksums.txt says %s", name, got, want)
	}
}

// add adds the files of an archive, which must agree with those of the archives before it.
func (r *release) add(p platform, content []byte) error {
	files, changed, err := unpack(p, content)
	if err != nil {
		return err
	}
	for _, name := range []string{p.program, "LICENSE", "NOTICE"} {
		if len(files[name]) == 0 {
			return fmt.Errorf("%s is missing", name)
		}
	}
	if len(r.programs) == 0 {
		r.license, r.notice, r.time = files["LICENSE"], files["NOTICE"], changed
	}
	if !bytes.Equal(r.license, files["LICENSE"]) || !bytes.Equal(r.notice, files["NOTICE"]) || !r.time.Equal(changed) {
		return errors.New("LICENSE, NOTICE or the time of the commit differs from that of another archive")
	}
	r.programs = append(r.programs, files[p.program])
	return nil
}

// unpack returns the files of an archive, and the time of its program.
func unpack(p platform, content []byte) (files map[string][]byte, changed time.Time, err error) {
	if strings.HasSuffix(p.archive, ".zip") {
		return unzip(p, content)
	}
	uncompressed, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, changed, err
	}
	files = map[string][]byte{}
	for archive := tar.NewReader(uncompressed); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files, changed, nil
		}
		if err != nil {
			return nil, changed, err
		}
		if files[header.Name], err = io.ReadAll(archive); err != nil {
			return nil, changed, err
		}
		if header.Name == p.program {
			changed = header.ModTime.UTC()
		}
	}
}

func unzip(p platform, content []byte) (files map[string][]byte, changed time.Time, err error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, changed, err
	}
	files = map[string][]byte{}
	for _, entry := range archive.File {
		reader, err := entry.Open()
		if err != nil {
			return nil, changed, err
		}
		files[entry.Name], err = io.ReadAll(reader)
		if err = errors.Join(err, reader.Close()); err != nil {
			return nil, changed, err
		}
		if entry.Name == p.program {
			changed = entry.Modified.UTC()
		}
	}
	return files, changed, nil
}
