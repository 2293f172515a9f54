// Command packages makes the packages for npm and PyPI from the archives of a release.
//
// Usage: go run ./tools/packages DIST FOLDER
//
// DIST is what GoReleaser writes: archives, checksums.txt and metadata.json. The packages are
// written to FOLDER/npm and FOLDER/pypi. Each has the program for one system as it is in the
// archive, with LICENSE and NOTICE. On npm, the package linkvet has only a launcher: npm
// installs the package for the system beside it, as an optional dependency.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	description = "Check the links of a built site or of a deployed preview"
	homepage    = "https://github.com/linkvet/linkvet"
)

//go:embed launcher.js
var launcher []byte

// readme is the page of a package on its registry; the verb is the command that runs it.
const readme = `# linkvet

linkvet checks the links of a built site or of a deployed preview:

    %s public

The exit status is 0 when no link is broken, 1 when one is, 2 when a setting is wrong, and 3 when
the site could not be checked completely.

[Documentation](` + homepage + `/blob/main/docs/README.md)
`

// A platform is a system that linkvet is built for.
type platform struct {
	archive, program string
	// os and cpu are those of Node.
	os, cpu string
	// tags are those of wheels. The program is static, so it runs with any C library. Go 1.26
	// needs macOS 12.
	tags string
}

var platforms = []platform{
	{"linkvet_linux_amd64.tar.gz", "linkvet", "linux", "x64", "manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"linkvet_linux_arm64.tar.gz", "linkvet", "linux", "arm64", "manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"linkvet_darwin_amd64.tar.gz", "linkvet", "darwin", "x64", "macosx_12_0_x86_64"},
	{"linkvet_darwin_arm64.tar.gz", "linkvet", "darwin", "arm64", "macosx_12_0_arm64"},
	{"linkvet_windows_amd64.zip", "linkvet.exe", "win32", "x64", "win_amd64"},
	{"linkvet_windows_arm64.zip", "linkvet.exe", "win32", "arm64", "win_arm64"},
}

// A file is a file of a package.
type file struct {
	name    string
	content []byte
	mode    int64
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/packages DIST FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

// run writes the packages of the release in dist below a folder.
func run(dist, folder string) error {
	metadata, noMetadata := os.ReadFile(filepath.Join(dist, "metadata.json"))
	sums, noSums := os.ReadFile(filepath.Join(dist, "checksums.txt"))
	if err := errors.Join(noMetadata, noSums); err != nil {
		return err
	}
	var release struct{ Version string }
	if err := json.Unmarshal(metadata, &release); err != nil {
		return fmt.Errorf("could not read the version: %w", err)
	}
	version := release.Version
	for _, name := range []string{"npm", "pypi"} {
		// A new folder: packages of another release must not be among these.
		if err := errors.Join(os.MkdirAll(folder, 0o755), os.Mkdir(filepath.Join(folder, name), 0o755)); err != nil {
			return fmt.Errorf("could not make the folder: %w", err)
		}
	}
	dependencies := map[string]string{}
	var texts []file
	for _, p := range platforms {
		content, err := os.ReadFile(filepath.Join(dist, p.archive))
		if err != nil {
			return fmt.Errorf("could not read the archive: %w", err)
		}
		if line := fmt.Sprintf("%x  %s\n", sha256.Sum256(content), p.archive); !strings.Contains(string(sums), line) {
			return fmt.Errorf("%s does not have the checksum of checksums.txt", p.archive)
		}
		program, found, err := unpack(p, content)
		if err != nil {
			return fmt.Errorf("could not take the files from %s: %w", p.archive, err)
		}
		texts = found
		name := "@linkvet/" + p.os + "-" + p.cpu
		dependencies[name] = version
		// Yarn unpacks an unplugged package, as a program in an archive cannot run.
		manifest := map[string]any{"name": name, "os": []string{p.os}, "cpu": []string{p.cpu}, "preferUnplugged": true}
		if err := writeNPM(folder, version, manifest, append(texts, file{"bin/" + p.program, program, 0o755})); err != nil {
			return err
		}
		if err := writeWheel(folder, version, p, program, texts); err != nil {
			return err
		}
	}
	manifest := map[string]any{
		"name": "linkvet", "bin": map[string]string{"linkvet": "bin/linkvet.js"}, "engines": map[string]string{"node": ">=18"},
		"optionalDependencies": dependencies,
	}
	return writeNPM(folder, version, manifest, append(texts, file{"bin/linkvet.js", launcher, 0o755}))
}

// unpack returns the program of an archive, and LICENSE and NOTICE.
func unpack(p platform, content []byte) (program []byte, texts []file, err error) {
	files := map[string][]byte{}
	if strings.HasSuffix(p.archive, ".zip") {
		archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return nil, nil, err
		}
		for _, name := range []string{p.program, "LICENSE", "NOTICE"} {
			files[name], _ = fs.ReadFile(archive, name) // empty if missing
		}
	} else {
		uncompressed, err := gzip.NewReader(bytes.NewReader(content))
		if err != nil {
			return nil, nil, err
		}
		for archive := tar.NewReader(uncompressed); ; {
			header, err := archive.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				files[header.Name], err = io.ReadAll(archive)
			}
			if err != nil {
				return nil, nil, err
			}
		}
	}
	for _, name := range []string{p.program, "LICENSE", "NOTICE"} {
		if len(files[name]) == 0 {
			return nil, nil, fmt.Errorf("%s is missing", name)
		}
	}
	return files[p.program], []file{{"LICENSE", files["LICENSE"], 0o644}, {"NOTICE", files["NOTICE"], 0o644}}, nil
}

// writeNPM writes a package under the name that `npm pack` gives it.
func writeNPM(folder, version string, manifest map[string]any, files []file) error {
	manifest["version"], manifest["description"], manifest["homepage"], manifest["license"] = version, description, homepage, "MIT"
	manifest["repository"] = map[string]string{"type": "git", "url": "git+" + homepage + ".git"}
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("could not write package.json: %w", err)
	}
	files = append([]file{{"package.json", append(text, '\n'), 0o644}, {"README.md", fmt.Appendf(nil, readme, "npx linkvet"), 0o644}}, files...)
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		// npm gives all packages this time, so that the same files are the same bytes.
		header := tar.Header{Name: "package/" + f.name, Size: int64(len(f.content)), Mode: f.mode, ModTime: time.Unix(499162500, 0)}
		if err := archive.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	if err := errors.Join(archive.Close(), compressed.Close()); err != nil {
		return err
	}
	name := strings.NewReplacer("@", "", "/", "-").Replace(manifest["name"].(string))
	return os.WriteFile(filepath.Join(folder, "npm", name+"-"+version+".tgz"), out.Bytes(), 0o644)
}

// writeWheel writes the package of PyPI for a system.
func writeWheel(folder, version string, p platform, program []byte, texts []file) error {
	version = pythonVersion(version)
	name := "linkvet-" + version
	about := name + ".dist-info/"
	metadata := fmt.Sprintf("Metadata-Version: 2.4\nName: linkvet\nVersion: %s\nSummary: %s\nLicense-Expression: MIT\n"+
		"License-File: LICENSE\nLicense-File: NOTICE\nProject-URL: Homepage, %s\nRequires-Python: >=3.7\n"+
		"Description-Content-Type: text/markdown\n\n"+readme, version, description, homepage, "uvx linkvet")
	wheel := "Wheel-Version: 1.0\nGenerator: linkvet\nRoot-Is-Purelib: false\n"
	for tag := range strings.SplitSeq(p.tags, ".") {
		wheel += "Tag: py3-none-" + tag + "\n"
	}
	files := []file{
		// pip puts what is in this folder where programs are.
		{name + ".data/scripts/" + p.program, program, 0o755},
		{about + "METADATA", []byte(metadata), 0o644},
		{about + "WHEEL", []byte(wheel), 0o644},
	}
	for _, text := range texts {
		files = append(files, file{about + "licenses/" + text.name, text.content, 0o644})
	}
	var record strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	record.WriteString(about + "RECORD,,\n")
	files = append(files, file{about + "RECORD", []byte(record.String()), 0o644})
	content, err := zipped(files)
	if err != nil {
		return fmt.Errorf("could not pack the wheel: %w", err)
	}
	return os.WriteFile(filepath.Join(folder, "pypi", name+"-py3-none-"+p.tags+".whl"), content, 0o644)
}

// zipped returns the files as a zip archive.
func zipped(files []file) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range files {
		header := zip.FileHeader{Name: f.name, Method: zip.Deflate}
		header.SetMode(os.FileMode(f.mode))
		entry, err := archive.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

// pythonVersion writes a version as Python does: a release candidate is 1.2.3rc1, and a snapshot,
// which PyPI refuses, 1.2.3.dev0+g0123abc.
func pythonVersion(version string) string {
	return strings.NewReplacer("-rc.", "rc", "-beta.", "b", "-alpha.", "a", "-SNAPSHOT-", ".dev0+g").Replace(version)
}
