package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
)

// keepInside tells which files that the settings file names lie elsewhere after
// all: its paths stay below the working directory as they are written, but a
// symbolic link there may lead out, and in a workflow run both may be a stranger's.
func (p Process) keepInside(cfg config.Config) error {
	if !p.inWorkflow() {
		return nil
	}
	named := map[string][]string{"cache": {cfg.Cache}, "baseline": {cfg.Baseline}, "sources": {cfg.Sources}}
	if !isURL(cfg.Target) {
		named["target"] = []string{cfg.Target}
	}
	for _, file := range cfg.Reports {
		named["report"] = append(named["report"], file.Path)
	}
	var errs []error
	for _, g := range cfg.Given {
		if g.InFile == "" {
			continue
		}
		for _, path := range named[g.Name] {
			if why := leaves(path); why != "" {
				errs = append(errs, fmt.Errorf("%s: %s: %q %s; set it as an input, or put it here", g.Source, g.Name, path, why))
			}
		}
	}
	return errors.Join(errs...)
}

// workingDirectory is the working directory, absolute and without symbolic links.
func workingDirectory() (string, error) {
	here, err := filepath.EvalSymlinks(".")
	if err == nil {
		here, err = filepath.Abs(here)
	}
	return here, err
}

// leaves says how a path leads to what is not of the working directory, and nothing
// when it does not. Git's own files are not of it either: they hold tokens.
func leaves(path string) string {
	here, err := workingDirectory()
	if err != nil {
		return "cannot be told from files outside of the working directory"
	}
	real, err := follow(here, path)
	if err != nil {
		return "" // nothing can be read or written there
	}
	below, err := filepath.Rel(here, real)
	if err != nil || !filepath.IsLocal(below) {
		return "leads out of the working directory"
	}
	isGit := func(name string) bool { return strings.EqualFold(name, ".git") }
	if slices.ContainsFunc(strings.Split(below, string(filepath.Separator)), isGit) {
		return "leads into .git"
	}
	return ""
}

// follow goes along a path as the system does, from the directory here: a symbolic
// link is followed before the ".." behind it, which no cleaning of the path by its
// text does. What is not there yet counts as a directory of its name.
func follow(here, path string) (string, error) {
	at := here
	if filepath.IsAbs(path) {
		at = filepath.VolumeName(path) + string(filepath.Separator)
	}
	for name := range strings.SplitSeq(filepath.ToSlash(path[len(filepath.VolumeName(path)):]), "/") {
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		at = filepath.Join(at, name)
		if real, err := filepath.EvalSymlinks(at); err == nil {
			at = real
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return at, nil
}
