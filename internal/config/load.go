package config

import (
	"cmp"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Sources are the places that settings come from, the strongest first: a flag
// beats an input, an input beats the file, the file beats the default. A setting
// is taken whole from the strongest source that has it; lists are not merged.
type Sources struct {
	// Args are the command line's arguments, without the program's name.
	Args []string
	// Environ is the environment as KEY=value; INPUT_ variables are read, and
	// GITHUB_ACTIONS, which is "true" in a workflow run.
	Environ []string
	// File is the content of the settings file. The caller bounds its size.
	File []byte
	// FileName is the file's name as faults show it; empty when there is none.
	FileName string
}

// inWorkflow reports whether an environment is that of a workflow run.
func inWorkflow(environ []string) bool { return slices.Contains(environ, "GITHUB_ACTIONS=true") }

// reading is all that one source says.
type reading struct {
	// source is the name of the source, and isFile whether it is the settings file.
	source string
	isFile bool
	given  []given
	rules  Rules
	faults faults
}

// given is what one source says about one setting.
type given struct {
	setting *setting
	entries []entry
}

// of returns what the source says about a setting; nil for nothing.
func (r *reading) of(name string) *given {
	for i := range r.given {
		if r.given[i].setting.name == name {
			return &r.given[i]
		}
	}
	return nil
}

// entry is one value of a setting as text, and where it is.
type entry struct {
	text string
	place
}

// place is where a value was given.
type place struct {
	file string // empty for flags and inputs
	name string // as faults show it; empty for the file as a whole
	at   int    // the line of a file, else the rank within the source
}

// String returns the place as a fault names it.
func (p place) String() string {
	if p.file == "" {
		return p.name
	}
	where := p.file
	if p.at > 0 {
		where += ":" + strconv.Itoa(p.at)
	}
	if p.name != "" {
		where += ": " + p.name
	}
	return where
}

// Load returns the settings that src gives. The error has a line for every fault of every source, so
// that all can be fixed at once, even those of values that a stronger source replaces: flags come
// first, as they were given, then inputs by name, then the file by line. The other settings are
// returned all the same. What is to be printed is printed even if a setting has a fault.
func Load(src Sources) (Config, error) {
	c := Config{Jobs: runtime.GOMAXPROCS(0)}
	table := tableOf(&c)
	flags, asked := readFlags(src.Args, table)
	if asked != "" {
		return Config{Print: asked}, nil
	}
	inputs := readInputs(src.Environ, table)
	workflow := inWorkflow(src.Environ)
	file := readFile(src.File, src.FileName, table)
	refused := file.narrow(workflow)

	for i := range table {
		// The very text that the documents show, read as if a user had written it.
		s := &table[i]
		text := s.initial
		if workflow {
			text = cmp.Or(s.inWorkflow, text)
		}
		if text != "" {
			s.set([]entry{{text: text, place: place{name: s.name}}}, new(faults))
		}
	}
	c.Rules = file.rules
	sources := []*reading{&flags, &inputs, &file}
	for _, s := range slices.Backward(sources) {
		for _, g := range s.given {
			g.setting.set(g.entries, &s.faults)
		}
	}
	var all []string
	for _, s := range sources {
		all = append(all, s.faults.sorted()...)
	}
	if len(all) > 0 {
		return c, errors.New(strings.Join(all, "\n"))
	}
	c.Given = inForce(table, sources)
	for _, name := range refused {
		if !slices.ContainsFunc(c.Given, func(g Given) bool { return g.Name == name }) {
			c.NotTaken = append(c.NotTaken, name)
		}
	}
	return c, nil
}

// SettingsFile returns the path of the settings file, and whether a flag or an
// input chose it. It is empty when none is to be read.
func (src Sources) SettingsFile() (path string, chosen bool) {
	table := settings()
	path = find(table, "config").initial
	flags, _ := readFlags(src.Args, table)
	inputs := readInputs(src.Environ, table)
	for _, r := range []*reading{&inputs, &flags} {
		if g := r.of("config"); g != nil {
			path, chosen = g.entries[len(g.entries)-1].text, true
		}
	}
	if path == "none" {
		path = ""
	}
	return path, chosen
}

// narrow takes out of a settings file the settings that it does not decide in this run, and
// returns their names. Their values are checked all the same. In a workflow run the file is
// untrusted: it must not choose what else is read or replaced, so a path that leads out of the
// working directory is a fault.
func (r *reading) narrow(inWorkflow bool) (refused []string) {
	r.given = slices.DeleteFunc(r.given, func(g given) bool {
		if use := g.setting.file; use == fileNever || inWorkflow && use == fileNotInWorkflow {
			find(settings(), g.setting.name).set(g.entries, &r.faults) // into no Config
			refused = append(refused, g.setting.name)
			return true
		}
		if !inWorkflow || g.setting.path == nil {
			return false
		}
		for _, e := range itemize(g.entries, whole, new(faults)) { // the setter reports their faults
			if g.setting.name == "baseline" && IsRemoteBaseline(e.text) {
				r.faults.add(e.place, "must be a path in the settings file; set a URL or an artifact as an input")
			} else if path := g.setting.path(e.text); path != "" && !filepath.IsLocal(path) {
				r.faults.add(e.place, quote(path)+" is outside the working directory; set it as an input, or use a path inside")
			}
		}
		return false
	})
	return refused
}

// inForce lists the settings that were given, each from the strongest source, which comes first.
func inForce(table []setting, from []*reading) (all []Given) {
	for i := range table {
		for _, s := range from {
			g := s.of(table[i].name)
			if g == nil {
				continue
			}
			given := Given{Name: g.setting.name, Value: g.setting.shown(g.entries), Source: s.source}
			if s.isFile {
				given.InFile = place{file: s.source, name: given.Name}.String()
				if len(g.entries) > 0 {
					given.InFile = g.entries[0].place.String()
				}
			}
			all = append(all, given)
			break
		}
	}
	return all
}

// faults gathers what is wrong in one source.
type faults []fault

// fault is one thing that is wrong with the settings: one line without control characters that
// says where it is, what is wrong and, where that is known, what to write instead.
type fault struct {
	text string
	at   int // as in place
}

// add notes that what is wrong at p.
func (f *faults) add(p place, what string) {
	*f = append(*f, fault{p.String() + ": " + what, p.at})
}

// sorted returns the lines in the order of their places.
func (f faults) sorted() (lines []string) {
	slices.SortStableFunc(f, func(a, b fault) int { return cmp.Compare(a.at, b.at) })
	for _, one := range f {
		lines = append(lines, one.text)
	}
	return lines
}

// maxQuoted is how much of a value a fault repeats, in code points.
const maxQuoted = 80

// quote returns s in quotation marks as faults show it; see escape.
func quote(s string) string { return `"` + escape(s) + `"` }

// escape returns s cut to a readable length, on one line, and without the marker
// that a workflow's log would take for a command.
func escape(s string) string {
	tail := ""
	n := 0
	for i := range s {
		if n++; n > maxQuoted {
			s, tail = s[:i], "…"
			break
		}
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], "##[", `#\x23[`) + tail
}

// named returns the name of a setting as it was given: bare when it looks like a
// name, else quoted.
func named(s string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	if s == "" || len(s) > maxQuoted || strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return quote(s)
	}
	return s
}
