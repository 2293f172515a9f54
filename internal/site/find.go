package site

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Kind is what a path of a directory leads to.
type Kind uint8

// The kinds of entries.
const (
	// Missing is nothing at all.
	Missing Kind = iota
	// Found is a file; a directory with an index is its index.
	Found
	// NoIndex is a directory that holds no index.html.
	NoIndex
	// OtherCase is nothing, but for a file whose path differs in case alone.
	OtherCase
	// DeadLink is a symbolic link that dangles or leads out of the site.
	DeadLink
	// Moved is a redirect.
	Moved
	// Proxied is what the host gets from another one.
	Proxied
	// Computed is a path at which a program may answer, which linkvet cannot know.
	Computed
	// Unlisted is what a directory may hold that could not be listed.
	Unlisted
)

// Entry is what a path leads to.
type Entry struct {
	Kind Kind
	// IsURLPath reports, for Found, whether the path is certainly Dir.URLPath of the file.
	IsURLPath bool
	// Status is the HTTP status of what is Moved, and of what is Missing when that
	// is another than 404; else zero.
	Status uint16
	// File is the number of the file, for Found.
	File int32
	// OtherCase is whether the path differs in case from that of the file, for Found:
	// the host ignores case.
	OtherCase bool
	// OtherIndex is whether the file is an index file with another name than index.html,
	// for Found: the host is unknown.
	OtherIndex bool
	// Path is the URL path that would be right, without a leading slash, for
	// OtherCase. For Moved and Proxied it is where the way leads: an absolute URL, or
	// a path from the root of the deployment with its slash.
	Path string
	// Detail says more, in words that can follow "no such file: "; may be empty.
	Detail string
	// Rule is the one of the deployment's rules that decided; nil for none.
	Rule *hosting.Rule
	// Or is another answer that the host may give, depending on the visitor; nil for none.
	Or *Entry
}

// Find tells what the host answers at the URL path p, which is percent-encoded
// and below the base path, with or without a leading slash, for a query, which
// begins with its question mark unless it is empty.
func (d *Dir) Find(p, query string) Entry {
	if d.plainly {
		if entry, ok := d.findPlain(p); ok {
			return entry
		}
	}
	decoded := "/" + strings.TrimPrefix(weburl.Unescape(p), "/")
	req := hosting.Request{Path: decoded, Query: strings.TrimPrefix(query, "?")}
	entry := d.ask(req)
	if entry.Kind == Found && entry.Or == nil && !entry.OtherCase && d.isCatchAll(req, entry) {
		if other := d.absent(req); other.Kind == OtherCase {
			return other
		}
	}
	entry.IsURLPath = entry.Kind == Found && strings.TrimPrefix(p, "/") == d.URLPath(entry.File)
	return entry
}

// FindURLPath finds the file whose Dir.URLPath is p. It is quicker than Find, and may
// miss a file.
func (d *Dir) FindURLPath(p string) (file int32, ok bool) {
	if !d.plainly {
		return 0, false
	}
	entry, ok := d.findPlain(p)
	return entry.File, ok && entry.IsURLPath
}

// findPlain is Find for most links: what was listed under just that name, which
// passes no symbolic link.
func (d *Dir) findPlain(p string) (entry Entry, ok bool) {
	if strings.IndexByte(p, '%') >= 0 {
		return Entry{}, false
	}
	p = strings.TrimPrefix(p, "/")
	if dir, isDir := strings.CutSuffix(p, "/"); isDir && dir != "" || p == "" {
		file, ok := d.dirs[dir]
		return Entry{Kind: Found, File: file, IsURLPath: d.plainURLPaths}, ok && file != noIndex
	}
	file, ok := d.number(p)
	return Entry{Kind: Found, File: file, IsURLPath: d.plainURLPaths && !isIndex(p)}, ok
}

// isCatchAll reports whether the host sends the same file for any path in that folder
// that does not exist, as it does for single-page applications. The file was then not
// found by its own name.
func (d *Dir) isCatchAll(req hosting.Request, entry Entry) bool {
	name, _ := hosting.FileName(req.Path)
	if file := d.files.at(entry.File); file == name || file == name+hosting.PageExtension || file == path.Join(name, hosting.IndexFile) {
		return false
	}
	req.Path = path.Join("/", path.Dir(name), absentName)
	answer := d.answer(req)
	file, ok := d.fileNumber(answer.File)
	return ok && answer.Kind == hosting.File && file == entry.File
}

// IsCatchAll reports whether entry, which Find returned for p and query, is a file that the
// host sends for any path in that folder that does not exist.
func (d *Dir) IsCatchAll(p, query string, entry *Entry) bool {
	decoded := "/" + strings.TrimPrefix(weburl.Unescape(p), "/")
	return entry.Kind == Found && d.isCatchAll(hosting.Request{Path: decoded, Query: strings.TrimPrefix(query, "?")}, *entry)
}

// absentName is the name of a file that no site has.
const absentName = "\x00"

// ask is what the host answers to a request.
func (d *Dir) ask(req hosting.Request) Entry {
	answer := d.answer(req)
	if d.host.Assumed && answer.Kind == hosting.Redirect && answer.Rule == nil {
		// Most hosts add the slash at the end of a directory. Whether this one redirects
		// to do so is not known.
		location, query, _ := strings.Cut(answer.Location, "?")
		answer = d.answer(hosting.Request{Path: weburl.Unescape(location), Query: query})
	}
	entry := d.entry(req, answer)
	last := &entry
	for _, other := range answer.Or {
		more := d.entry(req, other)
		last.Or = &more
		last = last.Or
	}
	return entry
}

// entry is one answer as the index has it.
func (d *Dir) entry(req hosting.Request, answer hosting.Answer) Entry {
	switch answer.Kind {
	case hosting.File:
		if i, ok := d.fileNumber(answer.File); ok {
			return Entry{Kind: Found, File: i, OtherCase: answer.OtherCase, Rule: answer.Rule}
		}
	case hosting.Redirect:
		return Entry{Kind: Moved, Status: uint16(answer.Status), Path: answer.Location, Rule: answer.Rule}
	case hosting.Proxy:
		return Entry{Kind: Proxied, Path: answer.Location, Rule: answer.Rule}
	case hosting.Unknown:
		return Entry{Kind: Computed, Rule: answer.Rule}
	}
	if d.mayHold(req) {
		return Entry{Kind: Unlisted}
	}
	if answer.Status != 0 || answer.Why != "" || answer.Rule != nil {
		return Entry{Kind: Missing, Status: uint16(answer.Status), Detail: answer.Why, Rule: answer.Rule}
	}
	if d.host.MayAnswer(req.Path) {
		return Entry{Kind: Computed}
	}
	return d.absent(req)
}

// absent says more of a path at which the host has nothing.
func (d *Dir) absent(req hosting.Request) Entry {
	name, slash := hosting.FileName(req.Path)
	real, dead := d.links.follow(name)
	if dead != "" {
		return Entry{Kind: DeadLink, Detail: dead}
	}
	if i, ok := d.dirs[real]; ok && i == noIndex {
		if dead := d.links.why(path.Join(real, hosting.IndexFile)); dead != "" {
			return Entry{Kind: DeadLink, Detail: dead}
		}
		if file, ok := d.otherIndex(real); ok {
			return Entry{Kind: Found, File: file, OtherIndex: true}
		}
		return Entry{Kind: NoIndex}
	}
	return d.otherCase(real, slash)
}
