// Package detect has the table of all hosts, and finds the host that serves a deployment by
// its files.
package detect

import (
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/azure"
	"github.com/linkvet/linkvet/internal/hosting/cloudflare"
	"github.com/linkvet/linkvet/internal/hosting/firebase"
	"github.com/linkvet/linkvet/internal/hosting/githubpages"
	"github.com/linkvet/linkvet/internal/hosting/netlify"
	"github.com/linkvet/linkvet/internal/hosting/plain"
	"github.com/linkvet/linkvet/internal/hosting/vercel"
)

// host is one row of the table of hosts.
type host struct {
	name string
	make maker
	// prefix begins the paths that the host answers itself with any deployment; empty for
	// none.
	prefix string
	// ignoresCase is true if the host sends a file for its path in any case.
	ignoresCase bool
}

// maker returns the profile of a host for a deployment.
type maker func(hosting.Deployment) hosting.Profile

// hosts are all hosts, in the order in which messages list them. signs has
// the files by which each is detected.
var hosts = []host{
	{name: plain.Name, make: plain.New},
	{name: githubpages.Name, make: githubpages.New},
	{name: netlify.Name, make: netlify.New, prefix: "/.netlify/", ignoresCase: true},
	{name: cloudflare.Name, make: cloudflare.New},
	{name: vercel.Name, make: vercel.New, prefix: "/_vercel/"},
	{name: firebase.Name, make: firebase.New, prefix: "/__/"},
	{name: azure.Name, make: azure.New, prefix: "/.auth/"},
}

// Names returns the names of all hosts.
func Names() []string {
	names := make([]string, len(hosts))
	for i, known := range hosts {
		names[i] = known.name
	}
	return names
}

// makerOf returns what makes the profile of that name; nil when there is none.
func makerOf(name string) maker {
	for _, known := range hosts {
		if known.name == name {
			return known.make
		}
	}
	return nil
}
