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
}

// maker returns the profile of a host for a deployment.
type maker func(hosting.Deployment) hosting.Profile

// hosts are all hosts, in the order in which messages list them. signs has
// the files by which each is detected.
var hosts = []host{
	{plain.Name, plain.New},
	{githubpages.Name, githubpages.New},
	{netlify.Name, netlify.New},
	{cloudflare.Name, cloudflare.New},
	{vercel.Name, vercel.New},
	{firebase.Name, firebase.New},
	{azure.Name, azure.New},
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
