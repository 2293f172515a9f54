// Package hosting says how hosts answer the paths of URLs from the files of a
// deployment: which file they send, what they redirect, and how the deployment's own
// rules change that. This package holds the words that all hosts share. Each host has a
// folder below, and [github.com/linkvet/linkvet/internal/project] has the table
// of all hosts. A profile follows no redirect and judges no link.
package hosting

// Files says what a deployment holds. Names are slash paths below its root,
// without a slash at either end, as on disk; "" is the root.
type Files interface {
	// IsFile reports whether a file has that very name, in the same case.
	IsFile(name string) bool
	// IsDir reports whether a directory has that very name, in the same case.
	IsDir(name string) bool
}

// Request is one request for a URL of the deployment.
type Request struct {
	// Path is percent-decoded and begins with a slash, which stands for the root
	// of the deployment.
	Path string
	// Query is the text after the question mark, as in the URL; empty for none.
	Query string
	// Effort bounds the work that the request may take; nil does not.
	Effort *Effort
}

// NoSuchPath is the Path of a request for a file that no deployment has, below a
// directory that none has. The answer is what a host gives at every path.
const NoSuchPath = "/\x00/\x00"

// Kind says what a host does with a request.
type Kind uint8

// The kinds of answers.
const (
	// NotFound: the host has no file for the path. It may show any page to say so.
	NotFound Kind = iota
	// File: the host sends a file.
	File
	// Redirect: the host sends the reader elsewhere.
	Redirect
	// Proxy: the host hands on what another host answers.
	Proxy
	// Unknown: a program of the deployment answers, such as a function, or a rule
	// may apply that linkvet cannot read. The link is not broken, as something may
	// be there.
	Unknown
)

// Answer is what a host does with one request.
type Answer struct {
	Kind Kind
	// File is the name of the file that is sent, for the kind File.
	File string
	// Status is the HTTP status of a Redirect, and of a NotFound other than 404;
	// else zero.
	Status int
	// Location is where a Redirect or a Proxy leads, as in a Location header: a
	// percent-encoded path from the root of the deployment, or an absolute URL.
	Location string
	// Rule is the one of the deployment's own rules that decided; nil where the
	// host did so by itself.
	Rule *Rule
	// Why says more of a NotFound, in words that can follow "no such file: "; may
	// be empty.
	Why string
	// Or are further answers, which the host may give as well: by the reader's
	// country, language, role or cookies.
	Or []Answer
}

// Rule is a redirect or rewrite that the deployment or its repository asks for.
type Rule struct {
	// Source is the file that it is in, relative to the working directory.
	Source string
	// Line and Column are 1-based, and point at the destination; Column counts
	// Unicode code points.
	Line, Column int
	// To is the destination as its author wrote it.
	To string
	// Literal is true if To leads to one place, as it has no placeholders. Then it is also
	// checked as a link.
	Literal bool
}

// Fault is what is wrong with a file of rules. A rule that makes no sense is left out,
// as the host leaves it out.
type Fault struct {
	// Source and Line are as in Rule; Line is 0 when the fault is about the file.
	Source string
	Line   int
	// Message says what is wrong and what to change.
	Message string
	// Unread is set when the file or a part of it was not read, though the host may read
	// it. Then what the host answers is not known.
	Unread bool
}

// Profile says how one host answers for one deployment. It is safe for concurrent use.
type Profile interface {
	// Name is the profile's name among the values of the setting.
	Name() string
	// Answer returns what the host does with a request.
	Answer(Request) Answer
	// URLPath is the path below the root, not percent-encoded and without a slash
	// before it, at which a file answers without a redirect; of several the
	// host's favorite.
	URLPath(file string) string
	// Plainly reports whether this host also sends each file that the profile plain
	// sends, so that such a path needs no look at rules.
	Plainly() bool
	// Rules are those of the deployment that have a destination, by source and line.
	Rules() []Rule
	// Faults are what is wrong with the files of rules, by source and line.
	Faults() []Fault
}
