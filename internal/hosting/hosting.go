// Package hosting says how hosts answer the paths of URLs from the files of a deployment: which file they send, what they
// redirect, and how the deployment's own rules change that. All hosts share one table of how files are served, [static], and
// one engine for rules, [ruleSet]; the file of each host reads its settings into these. A profile follows no redirect and
// judges no link.
package hosting

import (
	"slices"
	"strings"
)

// The names of the hosts, among the values of the setting.
const (
	Plain           = "plain"
	GitHubPages     = "github-pages"
	Netlify         = "netlify"
	CloudflarePages = "cloudflare-pages"
	Vercel          = "vercel"
	Firebase        = "firebase"
	Azure           = "azure"
	// GitHubRepository is GitHub itself, where it shows the Markdown of a repository.
	GitHubRepository = "github-repository"
)

// Host is all that linkvet knows of a host but for its answers, at the top of the host's own file. Lists are separated by spaces.
type Host struct {
	Name  string // the name among the values of the setting
	Title string // as messages call the host

	// Deployed are files in the build directory that this host alone reads, and Shared those that others read, too. Files are
	// those in the repository; with Keys, they have to have one of these settings.
	Deployed, Shared, Files, Keys string
	// Companions are patterns of files that say whose the shared files are.
	Companions string
	// Words are in a workflow or in package.json when these deploy to it.
	Words []string
	// Rules are further files that decide where links lead.
	Rules string
	// BuildDir are the settings in Files that name the build directory, with a dot between levels.
	BuildDir string

	make func(Deployment) *profile
	// prefix begins the paths that the host answers itself with any deployment; empty for none.
	prefix       string
	previews     []preview
	placeholders []string // sentences, in lower case, of what the host serves with success where a deployment will be
}

// hosts are all hosts, in the order in which messages list them.
var hosts = []Host{plainHost, gitHubPagesHost, netlifyHost, cloudflareHost, vercelHost, firebaseHost, azureHost, repositoryHost}

// Hosts returns all hosts, in the order in which messages list them.
func Hosts() []Host { return slices.Clone(hosts) }

// Names returns the names of all hosts.
func Names() []string {
	names := make([]string, len(hosts))
	for i := range hosts {
		names[i] = hosts[i].Name
	}
	return names
}

// New returns the profile of the host of that name for a deployment; nil for an unknown name.
func New(name string, d Deployment) Profile {
	for i := range hosts {
		if hosts[i].Name == name {
			return hosts[i].make(d)
		}
	}
	return nil
}

// AnswersItself reports whether the host of that name answers a path itself with any deployment: with its scripts, functions or
// login. An empty name stands for any host. The path is percent-decoded and begins with a slash.
func AnswersItself(name, path string) bool {
	for i := range hosts {
		if host := &hosts[i]; host.prefix != "" && (name == "" || name == host.Name) && strings.HasPrefix(path, host.prefix) {
			return true
		}
	}
	return IsCloudflares(path)
}

// IsCloudflares reports whether a path belongs to Cloudflare's proxy, which is in front of sites of any host: it puts links
// such as /cdn-cgi/l/email-protection into their pages, and answers many of them with 404 on purpose. The path is
// percent-decoded.
// https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/
func IsCloudflares(path string) bool { return strings.HasPrefix(path, "/cdn-cgi/") }

// Profile says how one host answers for one deployment. It is safe for concurrent use.
type Profile interface {
	// Name is the profile's name among the values of the setting.
	Name() string
	// Answer returns what the host does with a request.
	Answer(Request) Answer
	// URLPath is the path below the root, not percent-encoded and without a slash before it, at which a file answers without a
	// redirect; of several the host's favorite.
	URLPath(file string) string
	// Plainly reports whether this host also sends each file that the profile plain sends, so that such a path needs no look at
	// rules.
	Plainly() bool
	// Rules are those of the deployment that have a destination, by source and line.
	Rules() []Rule
	// Faults are what is wrong with the files of rules, by source and line.
	Faults() []Fault
}

// Files says what a deployment holds. Names are slash paths below its root, without a slash at either end, as on disk; "" is
// the root.
type Files interface {
	// IsFile reports whether a file has that very name, in the same case.
	IsFile(name string) bool
	// IsDir reports whether a directory has that very name, in the same case.
	IsDir(name string) bool
}

// Source is a file that holds rules, or that is a sign of a host.
type Source struct {
	Name string // relative to the working directory, with slashes
	Data []byte // the first MaxRules bytes
}

// MaxRules is the size in bytes from which on a file of rules is not read: more than any host accepts. The values of a TOML file
// may take 150 times the memory, as where each second byte is a key.
const MaxRules = 2 << 20

// Deployment is what a profile is made from.
type Deployment struct {
	Files Files
	// InAnyCase returns the name of the file or directory that differs from a name in letter case alone, for hosts that ignore
	// it; nil where such names do not count.
	InAnyCase func(name string) (actual string, ok bool)
	// Deployed reads a file at the slash path name in the build directory; nil when there is none.
	Deployed func(name string) *Source
	// InRepository reads the files that match a pattern of path.Match, in order. It looks in the directories that hold the
	// build directory, up to the top of the repository, and takes the nearest one that has any.
	InRepository func(pattern string) []*Source
	// BuildPath is the slash path of the build directory from the top of its repository: "." for the top itself, empty when it
	// is in none.
	BuildPath string
}

// WorkflowFiles is the pattern of the files of GitHub Actions, for InRepository.
const WorkflowFiles = ".github/workflows/*.y*ml"

// Nearest reads the file of that name in the build directory, or else in the repository; nil when neither has one.
func (d Deployment) Nearest(name string) *Source {
	if source := d.Deployed(name); source != nil {
		return source
	}
	return d.FirstInRepository(name)
}

// FirstInRepository reads the first file that InRepository finds for any of the patterns, in their order; nil when there is
// none.
func (d Deployment) FirstInRepository(patterns ...string) *Source {
	for _, pattern := range patterns {
		if sources := d.InRepository(pattern); len(sources) > 0 {
			return sources[0]
		}
	}
	return nil
}

// FirstDeployed reads the first of the files that the build directory has; nil when it has none.
func (d Deployment) FirstDeployed(names ...string) *Source {
	for _, name := range names {
		if source := d.Deployed(name); source != nil {
			return source
		}
	}
	return nil
}

// Request is one request for a URL of the deployment.
type Request struct {
	Path   string  // percent-decoded and begins with a slash, which stands for the root of the deployment
	Query  string  // the text after the question mark, as in the URL; empty for none
	Effort *Effort // Effort bounds the work that the request may take; nil does not
}

// NoSuchPath is the Path of a request for a file that no deployment has, below a directory that none has. The answer is what a
// host gives at every path.
const NoSuchPath = "/\x00/\x00"

// Kind says what a host does with a request.
type Kind uint8

// The kinds of answers.
const (
	NotFound Kind = iota // the host has no file for the path. It may show any page to say so.
	File                 // the host sends a file
	Redirect             // the host sends the reader elsewhere
	Proxy                // the host hands on what another host answers
	// Unknown: a program of the deployment answers, such as a function, or a rule may apply that linkvet cannot read. The link
	// is not broken, as something may be there.
	Unknown
)

// Answer is what a host does with one request.
type Answer struct {
	Kind      Kind
	File      string // the name of the file that is sent, for the kind File
	OtherCase bool   // whether the path differs from that of the file in letter case, which the host ignores
	Status    int    // the HTTP status of a Redirect, and of a NotFound other than 404; else zero
	// Location is where a Redirect or a Proxy leads, as in a Location header: a percent-encoded path from the root of the
	// deployment, or an absolute URL.
	Location string
	Rule     *Rule    // the one of the deployment's own rules that decided; nil where the host did so by itself
	Why      string   // Why says more of a NotFound, in words that can follow "no such file: "; may be empty
	Or       []Answer // further answers, which the host may give as well: by the reader's country, language or cookies
}

// MaxChoices is how many answers are kept of one request.
const MaxChoices = 16

// Same reports whether a reader would see no difference between two answers.
func (a Answer) Same(b Answer) bool {
	return a.Kind == b.Kind && a.File == b.File && a.Status == b.Status && a.Location == b.Location
}

// anyOf returns one answer for several that a host may give; there is at least one.
func anyOf(answers ...Answer) Answer {
	var all []Answer
	for _, a := range answers {
		for _, one := range append([]Answer{a}, a.Or...) {
			if one.Or = nil; len(all) < MaxChoices && !slices.ContainsFunc(all, one.Same) {
				all = append(all, one)
			}
		}
	}
	first := all[0]
	if len(all) > 1 {
		first.Or = all[1:]
	}
	return first
}

// Rule is a redirect or rewrite that the deployment or its repository asks for.
type Rule struct {
	Source       string // the file that it is in, relative to the working directory
	Line, Column int    // Line and Column are 1-based, and point at the destination; Column counts Unicode code points
	To           string // the destination as its author wrote it
	Literal      bool   // true if To leads to one place, as it has no placeholders. Then it is also checked as a link.
}

// Fault is what is wrong with a file of rules. A rule that the host refuses is no fault: it is left out, as the host leaves it
// out.
type Fault struct {
	Source  string // Source and Line are as in Rule; Line is 0 when the fault is about the file
	Line    int
	Message string // Message says what is wrong and what to change
	Unread  bool   // set when the file was not read, though the host may read it. Then what the host answers is not known.
}

// Effort bounds how much work one request may take. Most rules name a text that paths must begin with or contain, so even very
// many rules cost little for a path that they are not for. Rules without such a text, and long paths, would make the work grow
// without a bound. A nil Effort bounds nothing. It is not safe for concurrent use.
type Effort struct{ left int }

// maxEffort is the work of one request: that of a thousand rules of usual length without such a text, about two milliseconds.
const maxEffort = 1 << 20

// NewEffort returns what one request may take.
func NewEffort() *Effort { return &Effort{maxEffort} }

// Spent reports whether a request needed more work than it may take. Then the host's answer is unknown, and what Answer
// returned does not count.
func (e *Effort) Spent() bool { return e != nil && e.left < 0 }

// Used returns how much work was done.
func (e *Effort) Used() int { return maxEffort - e.left }

// spend takes the cost of a step, and reports whether it was there.
func (e *Effort) spend(cost int) bool {
	if e != nil {
		e.left -= cost
	}
	return !e.Spent()
}
