package github

import (
	"strings"

	"github.com/linkvet/linkvet/internal/report"
)

// Place is where a run shows how it ended.
type Place struct {
	// Server is where the repository's pages are, such as "https://github.com".
	Server string
	// Repository is "owner/name".
	Repository string
	// Commit is the commit under test.
	Commit string
	// PullRequest is its number; zero when it is not known.
	PullRequest int
	// Environment is that of the deployment; empty for none.
	Environment string
	// Share is the share of the external hosts that the run requests, such as "2/4"; empty for
	// all.
	Share string
	// RunURL is the page of the workflow run; empty outside of one.
	RunURL string
}

// maxName bounds the name of a status, of which GitHub takes 255 characters.
const maxName = 200

// Name is that of the status and of the check run, such as "linkvet", "linkvet (ENVIRONMENT)",
// "linkvet (2/4)" or "linkvet (ENVIRONMENT, 2/4)". Each deployment of a repository with several
// has its own, and each share: a green one must not replace the red status of another.
func (p Place) Name() string {
	environment := report.Clean(p.Environment, maxName)
	switch {
	case environment != "" && p.Share != "":
		return "linkvet (" + environment + ", " + p.Share + ")"
	case environment+p.Share != "":
		return "linkvet (" + environment + p.Share + ")"
	}
	return "linkvet"
}

// Split returns the owner and the name of the repository. ok is false when it has not
// exactly these two parts.
func (p Place) Split() (owner, name string, ok bool) {
	owner, name, ok = strings.Cut(p.Repository, "/")
	return owner, name, ok && isName(owner) && isName(name)
}

// isName reports whether a text can be the name of an account or a repository.
func isName(s string) bool {
	return s != "" && s != "." && s != ".." && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}
