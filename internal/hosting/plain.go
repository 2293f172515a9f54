package hosting

import (
	"path"
	"strings"
)

// IndexFile is the name of what hosts answer with for a directory.
const IndexFile = "index.html"

// PageExtension is the end of a page's name that, on some hosts, need not stand in its
// URL.
const PageExtension = ".html"

// Plain is a file server that knows nothing but files: nginx, Apache, or the
// website of an S3 bucket.
//   - nginx: https://nginx.org/en/docs/http/ngx_http_index_module.html
//   - Apache: https://httpd.apache.org/docs/2.4/mod/mod_dir.html
//   - S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/IndexDocumentSupport.html
type Plain struct {
	ruleless
	files Files
}

// NewPlain returns the profile plain.
func NewPlain(d Deployment) *Plain { return &Plain{files: d.Files} }

// Name is "plain".
func (*Plain) Name() string { return "plain" }

// Plainly is true.
func (*Plain) Plainly() bool { return true }

// URLPath is the file's own path, and its directory's for an index.html.
func (*Plain) URLPath(file string) string { return withoutIndex(file) }

// Answer sends the exact file, the index.html of a directory whose path ends with
// a slash, and a redirect to that slash where it is missing.
func (p *Plain) Answer(req Request) Answer {
	name, slash := FileName(req.Path)
	switch {
	case !slash && p.files.IsFile(name):
		return Answer{Kind: File, File: name}
	case !p.files.IsDir(name):
		return Answer{}
	case !p.files.IsFile(path.Join(name, IndexFile)):
		return Answer{}
	case !slash && name != "":
		return redirectTo(movedPermanently, "/"+name+"/", req)
	}
	return Answer{Kind: File, File: path.Join(name, IndexFile)}
}

// ruleless is embedded by profiles of hosts that read no rules.
type ruleless struct{}

// Rules are none.
func (ruleless) Rules() []Rule { return nil }

// Faults are none.
func (ruleless) Faults() []Fault { return nil }

// movedPermanently is the status of most hosts' own redirects.
const movedPermanently = 301

// FileName turns the decoded path of a request into the slash path of a file below
// the root, and tells whether it ended with a slash. Empty elements are dropped, as
// file servers do, and dots that only percent-decoding brings out cannot climb above
// the root.
func FileName(p string) (name string, slash bool) {
	slash = strings.HasSuffix(p, "/")
	name = strings.TrimPrefix(path.Clean("/"+p), "/")
	return name, slash && name != ""
}

// withoutIndex is the path of a file, or of its directory, with a slash at its
// end, for an index.html.
func withoutIndex(file string) string {
	if file == IndexFile || strings.HasSuffix(file, "/"+IndexFile) {
		return strings.TrimSuffix(file, IndexFile)
	}
	return file
}

// redirectTo is a redirect to a path, which is not percent-encoded, with the
// query of the request.
func redirectTo(status int, to string, req Request) Answer {
	location := EscapePath(to)
	if req.Query != "" {
		location += "?" + req.Query
	}
	return Answer{Kind: Redirect, Status: status, Location: location}
}
