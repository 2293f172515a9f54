// Package detect finds the host that serves a deployment by its files.
package detect

import (
	"slices"

	"github.com/linkvet/linkvet/internal/hosting"
)

// maker returns the profile of a host for a deployment.
type maker func(hosting.Deployment) hosting.Profile

// Names returns the names of all hosts.
func Names() []string { return hosting.Names() }

// makerOf returns what makes the profile of that name; nil when there is none.
func makerOf(name string) maker {
	if !slices.Contains(hosting.Names(), name) {
		return nil
	}
	return func(d hosting.Deployment) hosting.Profile { return hosting.New(name, d) }
}
