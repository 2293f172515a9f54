// Package redirectrules writes redirects for pages that moved, in the syntax of a host or of a
// server. It neither judges nor does I/O.
//
// No rule is for a path at which the new site has a page, no rule leads to a path that a rule
// is for, and the same moves give the same bytes. Where the syntax has wildcards, a folder
// whose pages moved alike has one rule.
package redirectrules

// Move says where the page at a path of the old site is on the new one.
type Move struct {
	// From is the path from the root of the site, percent-encoded as in a URL, such as
	// "/guide/old%20name/". It begins with a slash.
	From string
	// To is where the page is now: a path in the same form, which may have a query and a
	// fragment, or an absolute URL with http or https. It is empty for a page that is gone, and
	// for one that is lost but not known to be anywhere: that one has no rule, and its folder
	// did not move as a whole.
	To string
	// Gone is true if the page was removed on purpose, and nothing took its place.
	Gone bool
}

// Site is what there is on the new site.
type Site struct {
	// Exists reports whether a reader who requests a path gets to a page or a file, if need be
	// by a redirect of the host. The path is percent-decoded and begins with a slash.
	Exists func(path string) bool
	// HasBelow reports whether there may be a page or a file below a folder. The path is
	// percent-decoded and ends with a slash. nil if that is not known: then no rule is for a
	// whole folder.
	HasBelow func(folder string) bool
	// Base is the path at which a server has the site, such as "/docs/"; empty or "/" for the
	// root. Only the files of servers have it (Nginx): the other files are for the
	// paths of the deployment.
	Base string
}

// Output is what Write returns.
type Output struct {
	// Files is empty when there is no rule. Most formats have one file.
	Files []File
	// Rules is how many rules there are, and Written how many of the moves they are for.
	Rules, Written int
	// Unwritten are the moves without a rule, in the order of the moves. One that is neither
	// gone nor has a To is not among them.
	Unwritten []Unwritten
}

// File is a file with rules.
type File struct {
	// Name is the usual name, such as "_redirects".
	Name string
	Text string
}

// Unwritten is a move that has no rule.
type Unwritten struct {
	Move Move
	// Reason says why, in words that can follow "no rule: ".
	Reason string
}

// Format is the syntax of a host or a server.
type Format uint8

// The formats. Each has its name in Formats.
const (
	// Netlify is the file _redirects as Netlify reads it.
	Netlify Format = iota
	// Cloudflare is the file _redirects as Cloudflare Pages reads it.
	Cloudflare
	// Vercel is vercel.json.
	Vercel
	// Nginx is a file to include in a server block.
	Nginx
)
