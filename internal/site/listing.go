package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Listing is what a Dir knows of a directory besides the names of its files. With these it
// makes a Dir on a machine that does not have the directory: see FromParts.
type Listing struct {
	// Name is the directory as the user gave it, and Shown as seen from the working
	// directory, with slashes.
	Name, Shown string
	// Folders are the directories in which no file was listed.
	Folders []string
	// LinkedFolders and DeadLinks are the symbolic links that are no files, by path: where
	// they lead, or why they lead nowhere.
	LinkedFolders, DeadLinks map[string]string
	// Unlisted are the directories that could not be listed, and Causes say why.
	Unlisted, Causes []string
	// Locked are the files of rules that could not be read.
	Locked []string
	// Sources are the files that may contain rules of the host.
	Sources Sources
}

// Sources are the files outside of the pages that profiles of hosts asked for.
type Sources struct {
	// Deployed are those of the build directory, by name; nil for a name without a file.
	Deployed map[string]*hosting.Source
	// InRepository are those of the repository, by pattern.
	InRepository map[string][]*hosting.Source
	// BuildPath is where the build directory is in the repository.
	BuildPath string
}

// Listing returns what d knows besides the names of its files.
func (d *Dir) Listing() Listing {
	l := Listing{
		Name: d.name, Shown: d.shown, LinkedFolders: d.links.dirs, DeadLinks: d.links.dead,
		Locked: slices.Sorted(maps.Keys(d.locked)), Sources: d.sources,
	}
	for _, u := range d.unlisted {
		l.Unlisted, l.Causes = append(l.Unlisted, u.dir), append(l.Causes, u.why.Error())
	}
	holds := map[string]bool{}
	for _, name := range d.files.all {
		for folder := parent(name); !holds[folder]; folder = parent(folder) {
			holds[folder] = true
		}
	}
	for folder := range d.dirs {
		if !holds[folder] {
			l.Folders = append(l.Folders, folder)
		}
	}
	slices.Sort(l.Folders)
	return l
}

// listingJSON is a Listing in its JSON form. Names of files may be no UTF-8, which JSON does
// not keep: their other bytes are escaped.
type listingJSON Listing

// MarshalJSON is that of json.Marshaler.
func (l Listing) MarshalJSON() ([]byte, error) {
	escaped, _ := l.mapped(func(name string) (string, error) { return escapeBytes(name), nil }) // has no error
	return json.Marshal(listingJSON(escaped))
}

// UnmarshalJSON is that of json.Unmarshaler.
func (l *Listing) UnmarshalJSON(text []byte) (err error) {
	var escaped listingJSON
	if err := json.Unmarshal(text, &escaped); err != nil {
		return err
	}
	*l, err = Listing(escaped).mapped(url.PathUnescape)
	return err
}

// mapped returns the listing with other names. The error is the last one of to.
func (l Listing) mapped(to func(string) (string, error)) (Listing, error) {
	var failed error
	one := func(name string) string {
		mapped, err := to(name)
		if err != nil {
			failed = fmt.Errorf("could not read a name: %w", err)
		}
		return mapped
	}
	all := func(names []string) []string {
		var mapped []string
		for _, name := range names {
			mapped = append(mapped, one(name))
		}
		return mapped
	}
	both := func(names map[string]string) map[string]string {
		mapped := make(map[string]string, len(names))
		for name, value := range names {
			mapped[one(name)] = one(value)
		}
		return mapped
	}
	l.Name, l.Shown = one(l.Name), one(l.Shown)
	l.Folders, l.Unlisted, l.Causes, l.Locked = all(l.Folders), all(l.Unlisted), all(l.Causes), all(l.Locked)
	l.LinkedFolders, l.DeadLinks = both(l.LinkedFolders), both(l.DeadLinks)
	return l, failed
}

// escapeBytes writes the bytes of a name that are no UTF-8, and "%", as "%" and two digits.
func escapeBytes(name string) string {
	if utf8.ValidString(name) && !strings.Contains(name, "%") {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if r == '%' || r == utf8.RuneError && !strings.HasPrefix(name[i:], string(utf8.RuneError)) {
			fmt.Fprintf(&b, "%%%02X", name[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// parent is the folder of a slash path; that of the root is the root.
func parent(name string) string { return name[:max(0, strings.LastIndexByte(name, '/'))] }
