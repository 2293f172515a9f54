package site

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/detect"
	"github.com/linkvet/linkvet/internal/hosting/plain"
)

// Part is one directory of a site that is made of several directories.
type Part struct {
	Listing
	// Prefix is where the part is on the site: a slash path that ends with a slash, or
	// nothing for a part at the root.
	Prefix string
	// Names yields the names of its files in order, which gives them their numbers: those of
	// a part follow those of the part before it.
	Names iter.Seq2[string, error]
}

// dirPart is what a Dir knows of one of its parts.
type dirPart struct {
	// prefix is that of the part, name the directory as the user gave it, and shown what is
	// before the path of a file, as seen from the working directory of its run.
	prefix, name, shown string
	// first is the number of its first file.
	first int32
	host  detect.Choice
}

// FromParts returns a Dir that answers like the directories of the parts, each at its place,
// for the setting hosting. Its files cannot be read. The error is one that Names yields, or
// says which name no part can have.
func FromParts(parts []Part, hosting string) (*Dir, error) {
	first := &parts[0]
	d := &Dir{
		name: first.Name, shown: first.Shown, dirs: map[string]int32{"": noIndex}, reals: map[int32]string{}, locked: map[string]bool{},
		links: symlinks{dirs: map[string]string{}, dead: map[string]string{}},
	}
	d.files.grow(parts)
	for i := range parts {
		if err := d.addPart(&parts[i], parts); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(d.unlisted, func(a, b unlisted) int { return comparePaths(a.dir, b.dir) })
	d.numbers = newNumbering(&d.files)
	d.serve(detect.Choice{Profile: plain.New(d.deployment()), Assumed: true})
	for i := range parts {
		d.sources = parts[i].Sources
		deployment := d.deployment()
		deployment.Files = filesBelow{d, d.parts[i].prefix}
		d.parts[i].host = detect.Choose(hosting, deployment)
	}
	d.serve(d.joined())
	return d, nil
}

// grow makes room for the names of the files of parts. A list that grows step by step would
// take twice the memory for a time.
func (l *pathList) grow(parts []Part) {
	files, bytes := 0, 0
	for i := range parts {
		for name, err := range parts[i].Names {
			if err != nil {
				break // the caller reads them again, and returns the error
			}
			files, bytes = files+1, bytes+len(parts[i].Prefix)+len(name)
		}
	}
	l.text.Grow(bytes)
	l.ends = make([]int, 0, files)
}

// addPart adds the files of one part.
func (d *Dir) addPart(part *Part, all []Part) error {
	if part.Sources.Deployed == nil || part.Sources.InRepository == nil {
		return errors.New("the files of rules are not described")
	}
	shown := strings.TrimSuffix(below(part.Shown, "x"), "x")
	d.parts = append(d.parts, dirPart{prefix: part.Prefix, name: part.Name, shown: shown, first: int32(d.files.len())})
	last := ""
	for name, err := range part.Names {
		if err == nil && (name <= last || path.Clean("/"+name) != "/"+name) {
			err = fmt.Errorf("the name %q of a file follows %q", name, last)
		}
		if err != nil {
			return err
		}
		last, name = name, part.Prefix+name
		for i := range all {
			if other := all[i].Prefix; len(other) > len(part.Prefix) && strings.HasPrefix(name, other) {
				return fmt.Errorf("the file %q of %q has its place in %q: no part of a site may have files in another part", last, part.Name, all[i].Name)
			}
		}
		folder := parent(name)
		d.addFolder(folder)
		d.addFile(folder, strings.TrimPrefix(name[len(folder):], "/"))
	}
	for _, folder := range part.Folders {
		d.addFolder(path.Join(part.Prefix, folder))
	}
	for link, to := range part.LinkedFolders {
		d.links.dirs[part.Prefix+link] = path.Join(part.Prefix, to)
	}
	for link, why := range part.DeadLinks {
		d.links.dead[part.Prefix+link] = why
	}
	for i := range min(len(part.Unlisted), len(part.Causes)) {
		d.unlisted = append(d.unlisted, unlisted{path.Join(part.Prefix, part.Unlisted[i]), errors.New(part.Causes[i])})
	}
	for _, name := range part.Locked {
		d.locked[name] = true
	}
	return nil
}

// addFolder adds a folder without a known index, and those above it.
func (d *Dir) addFolder(folder string) {
	for {
		if _, known := d.dirs[folder]; known {
			return
		}
		d.dirs[folder] = noIndex
		folder = parent(folder)
	}
}

// Numbered returns the number of the first file of part i, and how many rules the parts before
// it have.
func (d *Dir) Numbered(i int) (first int32, rules int) {
	for _, part := range d.parts[:i] {
		rules += len(part.host.Profile.Rules())
	}
	return d.parts[i].first, rules
}

// filesBelow are the files below a slash path.
type filesBelow struct {
	dir    *Dir
	prefix string
}

// IsFile is that of hosting.Files.
func (b filesBelow) IsFile(name string) bool { return b.dir.IsFile(b.prefix + name) }

// IsDir is that of hosting.Files.
func (b filesBelow) IsDir(name string) bool {
	return b.dir.IsDir(strings.TrimSuffix(b.prefix+name, "/"))
}

// joined is the choice of all parts together: each answers for the paths below it.
func (d *Dir) joined() detect.Choice {
	choice := d.parts[0].host
	if len(d.parts) == 1 && d.parts[0].prefix == "" {
		return choice
	}
	choice.Profile = joinedProfile{d.parts}
	for _, part := range d.parts[1:] {
		choice.Assumed = choice.Assumed && part.host.Assumed
		if part.host.Profile.Name() != d.parts[0].host.Profile.Name() {
			choice.Why = ""
		}
	}
	return choice
}

// joinedProfile is the profile of several parts.
type joinedProfile struct{ parts []dirPart }

// of returns the part that answers for a path: of those above it, the nearest one. It is nil
// when there is none. The path may begin with a slash.
func (j joinedProfile) of(path string) *dirPart {
	var nearest *dirPart
	for i := range j.parts {
		part := &j.parts[i]
		if strings.HasPrefix(strings.TrimPrefix(path, "/")+"/", part.prefix) && (nearest == nil || len(part.prefix) > len(nearest.prefix)) {
			nearest = part
		}
	}
	return nearest
}

// Name is that of hosting.Profile.
func (j joinedProfile) Name() string { return j.parts[0].host.Profile.Name() }

// Answer is that of hosting.Profile.
func (j joinedProfile) Answer(r hosting.Request) hosting.Answer {
	part := j.of(r.Path)
	if part == nil {
		return hosting.Answer{Kind: hosting.NotFound}
	}
	below, isBelow := strings.CutPrefix(strings.TrimPrefix(r.Path, "/"), part.prefix)
	if !isBelow {
		r.Path = "/"
		if top := part.placed(part.host.Profile.Answer(r)); top.Kind != hosting.File {
			return top
		}
		// As for any folder, hosts add the slash at its end.
		return hosting.Answer{Kind: hosting.Redirect, Status: http.StatusMovedPermanently, Location: "/" + hosting.EscapePath(part.prefix)}
	}
	r.Path = "/" + below
	return part.placed(part.host.Profile.Answer(r))
}

// placed returns an answer of the part as one of the whole site.
func (p *dirPart) placed(answer hosting.Answer) hosting.Answer {
	if answer.Kind == hosting.File {
		answer.File = p.prefix + answer.File
	}
	if strings.HasPrefix(answer.Location, "/") && !strings.HasPrefix(answer.Location, "//") {
		answer.Location = "/" + hosting.EscapePath(p.prefix) + answer.Location[1:]
	}
	or := slices.Clone(answer.Or)
	for i := range or {
		or[i] = p.placed(or[i])
	}
	answer.Or = or
	return answer
}

// URLPath is that of hosting.Profile.
func (j joinedProfile) URLPath(file string) string {
	part := j.of(file)
	if part == nil {
		return file
	}
	return part.prefix + part.host.Profile.URLPath(strings.TrimPrefix(file, part.prefix))
}

// Plainly is that of hosting.Profile.
func (j joinedProfile) Plainly() bool {
	return !slices.ContainsFunc(j.parts, func(p dirPart) bool { return !p.host.Profile.Plainly() })
}

// Rules is that of hosting.Profile.
func (j joinedProfile) Rules() []hosting.Rule {
	var rules []hosting.Rule
	for i := range j.parts {
		rules = append(rules, j.parts[i].host.Profile.Rules()...)
	}
	return rules
}

// Faults is that of hosting.Profile.
func (j joinedProfile) Faults() []hosting.Fault {
	var faults []hosting.Fault
	for i := range j.parts {
		faults = append(faults, j.parts[i].host.Profile.Faults()...)
	}
	return faults
}
