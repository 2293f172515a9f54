// Local-release makes a release of this commit for this machine alone, so that
// binary/action.yml can run before there is a release: the archive in a folder, and its
// checksum in binary/checksums.txt.
//
//	go run ./scripts/local-release DIR
//
// It prints url=…, the LINKVET_DOWNLOAD of the folder, as an output of a step.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// version is none of a release.
const version = "v0.0.0-local"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/local-release DIR")
		os.Exit(2)
	}
	if err := release(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "local-release: %v\n", err)
		os.Exit(1)
	}
}

// release makes the archive in dir.
func release(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	program, pack, format := "linkvet", tarball, ".tar.gz"
	if runtime.GOOS == "windows" {
		program, pack, format = "linkvet.exe", zipped, ".zip"
	}
	built := filepath.Join(dir, program)
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version="+version, "-o", built, ".")
	build.Env, build.Stderr = append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("could not build linkvet: %w", err)
	}
	content, err := os.ReadFile(built)
	if err != nil {
		return err
	}
	archive, err := pack(program, content)
	if err != nil {
		return err
	}
	name := "linkvet_" + runtime.GOOS + "_" + runtime.GOARCH + format
	if err := os.WriteFile(filepath.Join(dir, name), archive, 0o644); err != nil {
		return err
	}
	checksums := fmt.Sprintf("# %s\n%x  %s\n", version, sha256.Sum256(archive), name)
	if err := os.WriteFile("binary/checksums.txt", []byte(checksums), 0o644); err != nil {
		return err
	}
	fmt.Println("url=file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/"))
	return nil
}

func tarball(name string, content []byte) ([]byte, error) {
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}); err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err := g.Close()
	return b.Bytes(), err
}

func zipped(name string, content []byte) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}
