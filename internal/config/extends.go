package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// extendsKey is the key of the settings file that names the files which it extends. It is
// no setting of the table: only a settings file extends others.
const extendsKey = "extends"

const (
	// maxChain is how many files may extend each other, one after the other.
	maxChain = 5
	// maxFiles is how many files one settings file may extend, those of the others included.
	maxFiles = 20
	// maxFileName is how much of a file's name a fault shows, in code points.
	maxFileName = 300
)

// File is a settings file.
type File struct {
	// Name is the file's name as faults show it: a path, or a URL without its query.
	Name string
	// At is the path or the URL of the file. Two files with one At are the same.
	At string
	// Content is what the file contains. The caller bounds its size.
	Content []byte
	// Fetched is true for a file from a URL.
	Fetched bool
}

// Opener opens the file that another settings file extends by a path or a URL.
type Opener func(from File, to string) (File, error)

// settingsFile is what one settings file says.
type settingsFile struct {
	File
	reading
}

// chain reads a settings file and the files that it extends.
type chain struct {
	table    []Setting
	open     Opener
	workflow bool
	// all are the files so far, the strongest first: each file is stronger than those that
	// it extends, and of these the last is the strongest.
	all []*settingsFile
}

// read reads a file and those that it extends. above are the files that lead to it.
func (c *chain) read(f File, above []*settingsFile) {
	file := &settingsFile{f, readFile(f.Content, f.Name, c.table)}
	c.all = append(c.all, file)
	above = append(slices.Clip(above), file)
	for _, e := range slices.Backward(file.extends) {
		next, err := c.next(file, e, above)
		if err != nil {
			file.faults.add(e.place, err.Error())
			continue
		}
		if next.At != "" {
			c.read(next, above)
		}
	}
}

// next opens a file that another one extends. It returns no file for one that was read:
// the stronger place of a file counts.
func (c *chain) next(file *settingsFile, e entry, above []*settingsFile) (File, error) {
	to := strings.TrimSpace(e.text)
	switch {
	case to == "":
		return File{}, errors.New("must be a path or an https URL of a settings file")
	case c.open == nil:
		return File{}, errors.New("other files cannot be read here")
	case len(above) > maxChain:
		return File{}, fmt.Errorf("too many files extend each other (%s): at most %d", names(above), maxChain)
	case len(c.all) > maxFiles:
		return File{}, fmt.Errorf("too many files: at most %d", maxFiles)
	}
	next, err := c.open(file.File, to)
	isNext := func(f *settingsFile) bool { return f.At == next.At }
	switch {
	case err != nil && len(above) > 1:
		return File{}, fmt.Errorf("%w (files: %s)", err, names(above))
	case err != nil:
		return File{}, err
	case slices.ContainsFunc(above, isNext):
		return File{}, fmt.Errorf("the file extends itself: %s → %s; remove one of these", names(above), shown(next.Name))
	case slices.ContainsFunc(c.all, isNext):
		return File{}, nil
	}
	next.Name = shown(next.Name)
	return next, nil
}

// shown returns the name of a file as one plain line, which is no workflow command. A
// settings file chose the name.
func shown(name string) string {
	name = escapeUpTo(name, maxFileName)
	if strings.HasPrefix(name, ":") {
		name = "./" + name
	}
	return name
}

// names lists files that extend each other.
func names(all []*settingsFile) string {
	var list []string
	for _, f := range all {
		list = append(list, f.Name)
	}
	return strings.Join(list, " → ")
}

// rules returns the rules of all files, those of the strongest first.
func (c *chain) rules() Rules {
	var all Rules
	for _, f := range c.all {
		all = append(all, f.reading.rules...)
	}
	if len(all) > maxItems {
		c.all[0].faults.add(place{file: c.all[0].Name, name: extendsKey}, fmt.Sprintf("must have at most %d rules, with those of the files that it extends", maxItems))
		return nil
	}
	return all
}

// decide returns what each file decides. given are the settings in force.
func (c *chain) decide(given []Given) []FileSettings {
	var all []FileSettings
	for _, f := range c.all {
		decided := FileSettings{Name: f.Name}
		for _, g := range given {
			if g.InFile != "" && g.Source == f.Name {
				decided.Settings = append(decided.Settings, g.Name)
			}
		}
		if len(f.reading.rules) > 0 {
			decided.Settings = append(decided.Settings, rulesKey)
		}
		if len(decided.Settings) > 0 {
			all = append(all, decided)
		}
	}
	return all
}

// isUntrusted reports whether a file may only narrow what flags and inputs say: any file in
// a workflow run, and a fetched one in every run.
func (c *chain) isUntrusted(f *settingsFile) bool { return c.workflow || f.Fetched }

// extends reads the value of the key extends.
func (r *fileReader) extends(p place, value *yaml.Node) {
	p.at = value.Line
	switch value.Kind {
	case yaml.ScalarNode:
		r.out.extends = []entry{{value.Value, p}}
	case yaml.SequenceNode:
		r.out.extends, _ = r.items(p, value)
	default:
		r.out.faults.add(p, "must be a path or an https URL of a settings file, or a list of them")
	}
}
