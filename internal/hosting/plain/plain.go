// Package plain answers as a file server that knows nothing but files: nginx, Apache, or
// the website of an S3 bucket.
//   - nginx: https://nginx.org/en/docs/http/ngx_http_index_module.html
//   - Apache: https://httpd.apache.org/docs/2.4/mod/mod_dir.html
//   - S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/IndexDocumentSupport.html
package plain

import (
	"net/http"
	"path"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Name is the profile's name among the values of the setting.
const Name = "plain"

// profile is how a plain file server answers.
type profile struct{ files hosting.Files }

// New returns the profile for a deployment.
func New(d hosting.Deployment) hosting.Profile { return &profile{files: d.Files} }

// Name is "plain".
func (*profile) Name() string { return Name }

// Plainly is true.
func (*profile) Plainly() bool { return true }

// Rules are none.
func (*profile) Rules() []hosting.Rule { return nil }

// Faults are none.
func (*profile) Faults() []hosting.Fault { return nil }

// URLPath is the file's own path, and its directory's for an index.html.
func (*profile) URLPath(file string) string { return hosting.WithoutIndex(file) }

// Answer sends the exact file, the index.html of a directory whose path ends with
// a slash, and a redirect to that slash where it is missing.
func (p *profile) Answer(req hosting.Request) hosting.Answer {
	name, slash := hosting.FileName(req.Path)
	switch {
	case !slash && p.files.IsFile(name):
		return hosting.Answer{Kind: hosting.File, File: name}
	case !p.files.IsDir(name):
		return hosting.Answer{}
	case !p.files.IsFile(path.Join(name, hosting.IndexFile)):
		return hosting.Answer{}
	case !slash && name != "":
		return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name+"/", req)
	}
	return hosting.Answer{Kind: hosting.File, File: path.Join(name, hosting.IndexFile)}
}
