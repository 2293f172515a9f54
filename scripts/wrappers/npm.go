package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

const (
	description = "Check the links of a built site or of a deployed preview"
	homepage    = "https://github.com/linkvet/linkvet"
)

// manifest is package.json.
type manifest struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	Homepage    string            `json:"homepage"`
	Repository  repository        `json:"repository"`
	License     string            `json:"license"`
	Bin         map[string]string `json:"bin,omitempty"`
	Engines     map[string]string `json:"engines,omitempty"`
	OS          []string          `json:"os,omitempty"`
	CPU         []string          `json:"cpu,omitempty"`
	// PreferUnplugged has Yarn unpack the package, as a program in an archive cannot run.
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
}

type repository struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// npmPackages returns the package linkvet and one for each system, by their file names.
func npmPackages(r *release, templates fs.FS) (map[string][]byte, error) {
	packages := map[string][]byte{}
	main := newManifest(r, "linkvet", description)
	main.Bin = map[string]string{"linkvet": "bin/linkvet.js"}
	main.Engines = map[string]string{"node": ">=18"}
	main.OptionalDependencies = map[string]string{}
	readme, err := fs.ReadFile(templates, "npm/platform.md")
	if err != nil {
		return nil, fmt.Errorf("could not read the template: %w", err)
	}
	for i, p := range platforms {
		m := newManifest(r, "@linkvet/"+p.os+"-"+p.cpu, fmt.Sprintf("The linkvet program for %s-%s", p.os, p.cpu))
		m.OS, m.CPU, m.PreferUnplugged = []string{p.os}, []string{p.cpu}, true
		main.OptionalDependencies[m.Name] = m.Version
		program := file{"bin/" + p.program, r.programs[i], true}
		if err := pack(packages, r, m, program, file{"README.md", readme, false}); err != nil {
			return nil, err
		}
	}
	launcher, err := fs.ReadFile(templates, "npm/linkvet.js")
	if err != nil {
		return nil, fmt.Errorf("could not read the template: %w", err)
	}
	if readme, err = fs.ReadFile(templates, "npm/README.md"); err != nil {
		return nil, fmt.Errorf("could not read the template: %w", err)
	}
	return packages, pack(packages, r, main, file{"bin/linkvet.js", launcher, true}, file{"README.md", readme, false})
}

func newManifest(r *release, name, about string) manifest {
	return manifest{
		Name: name, Version: r.version, Description: about, Homepage: homepage, License: "MIT",
		Repository: repository{"git", "git+" + homepage + ".git"},
	}
}

// pack adds a package under the name that `npm pack` would give it.
func pack(packages map[string][]byte, r *release, m manifest, files ...file) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("could not write package.json: %w", err)
	}
	files = append([]file{{"package.json", append(text, '\n'), false}}, files...)
	files = append(files, file{"LICENSE", r.license, false}, file{"NOTICE", r.notice, false})
	name := strings.NewReplacer("@", "", "/", "-").Replace(m.Name) + "-" + m.Version + ".tgz"
	if packages[name], err = tarball(files, r.time); err != nil {
		return fmt.Errorf("could not pack %s: %w", name, err)
	}
	return nil
}

// tarball returns the files as npm expects them: compressed, in the folder "package".
func tarball(files []file, changed time.Time) ([]byte, error) {
	var out bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		header := tar.Header{Name: "package/" + f.name, Size: int64(len(f.content)), Mode: 0o644, ModTime: changed}
		if f.executable {
			header.Mode = 0o755
		}
		if err := archive.WriteHeader(&header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
