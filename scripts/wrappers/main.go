// Command wrappers makes the packages for npm and PyPI from the archives of a release.
//
// Usage: go run ./scripts/wrappers DIST FOLDER
//
// DIST is what GoReleaser writes: archives, checksums.txt and metadata.json. Each archive must
// have the checksum that checksums.txt says. The packages are written to FOLDER/npm and
// FOLDER/pypi. Each has the program for one system as it is in the archive, with LICENSE and
// NOTICE. Their times are those of the archives, so that the same release gives the same bytes.
//
// On npm, the package linkvet has only a launcher. It depends on a package for each system,
// of which npm installs the one that fits. On PyPI, there is one wheel for each system.
//
// scripts/wrappers.sh also installs and runs them.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/wrappers DIST FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.DirFS("wrappers")); err != nil {
		fmt.Fprintln(os.Stderr, "wrappers:", err)
		os.Exit(1)
	}
}

// run writes the packages of the release in dist below a folder.
func run(dist, folder string, templates fs.FS) error {
	release, err := readRelease(dist)
	if err != nil {
		return err
	}
	npm, err := npmPackages(release, templates)
	if err != nil {
		return err
	}
	wheels, err := wheels(release, templates)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("could not make the folder: %w", err)
	}
	if err := write(filepath.Join(folder, "npm"), npm); err != nil {
		return err
	}
	return write(filepath.Join(folder, "pypi"), wheels)
}

// write writes files by their names into a new folder: packages of another release must not be
// among them.
func write(folder string, files map[string][]byte) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return fmt.Errorf("could not make the folder: %w", err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return fmt.Errorf("could not write the package: %w", err)
		}
	}
	return nil
}

// file is a file of a package.
type file struct {
	name       string
	content    []byte
	executable bool
}
