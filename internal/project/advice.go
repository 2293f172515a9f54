package project

import (
	"cmp"
	"fmt"
	"net"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/typo"
)

var (
	// variable matches an expression of a workflow file, or a variable of a shell.
	variable = regexp.MustCompile(`^(?:\$\{\{[^}]*\}\}|\$\{?\w+\}?|%\w+%|~)[/\\]?`)
	// source matches a source of a page, and a pattern of files.
	source = regexp.MustCompile(`(?i)\.(?:mdx|rst|adoc)$|[*?[{]`)
	// address matches a host and a port, with a path.
	address = regexp.MustCompile(`^((?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+)(:[0-9]{1,5})?(?:/.*)?$`)
	// fileName matches a name with a dot that is rather a file than a host.
	fileName = regexp.MustCompile(`(?i)\.(?:html?|txt|json|xml|ya?ml|toml|zip|gz|tar|tgz|sh|js|ts|[0-9]+)$`)
)

// Advice returns what to do about a TARGET that is no directory, as the end of a message; empty when
// nothing is known. inWorkflow reports whether people write inputs, and not a command line.
func Advice(target string, inWorkflow bool) string {
	unexpanded := variable.FindString(target)
	switch {
	case strings.Contains(target, "@"), path.Ext(target) == ".md" && !source.MatchString(target):
		return "" // it may hold a password; a page of Markdown is no site
	case unexpanded != "":
		return fmt.Sprintf("%q was not expanded; write the path from the working directory", unexpanded)
	case source.MatchString(target):
		return "linkvet checks built sites, and Markdown as GitHub shows it: pass one directory, or one file of Markdown"
	case target == "version", target == "help":
		return "write linkvet --" + target
	case strings.HasPrefix(target, "/home/runner/"):
		return "a container of an action sees the workspace alone: write the path from the repository's root"
	}
	if meant := cmp.Or(intended(target), similar(target)); meant != "" {
		return fmt.Sprintf("did you mean %q?", meant)
	}
	if found, err := Find(); err == nil {
		return "found an index.html in " + found.Dir
	}
	if inWorkflow {
		return "build the site in an earlier step of the same job"
	}
	return ""
}

// intended returns the URL that was probably meant by one without its scheme; empty for what
// does not look like a URL.
func intended(target string) string {
	bare := strings.TrimPrefix(target, "//")
	m := address.FindStringSubmatch(bare)
	switch {
	case m == nil:
		return ""
	case m[1] == "localhost", m[2] != "", net.ParseIP(m[1]) != nil:
		return "http://" + bare
	case strings.Contains(m[1], ".") && !fileName.MatchString(m[1]):
		return "https://" + bare
	}
	return ""
}

// similar returns the directory whose last name was probably misspelled; empty for none.
func similar(target string) string {
	top, name := filepath.Split(filepath.Clean(target))
	entries, _ := openfile.List(filepath.Clean(top))
	meant, least := "", min(max(1, len(name)/3), 3)+1
	for _, entry := range entries {
		distance := typo.Distance(strings.ToLower(name), strings.ToLower(entry.Name()), least)
		if near := filepath.Join(top, entry.Name()); distance < least && isDirectory(near) {
			meant, least = filepath.ToSlash(near), distance
		}
	}
	return meant
}

func isDirectory(name string) bool {
	info, err := os.Stat(filepath.FromSlash(name))
	return err == nil && info.IsDir()
}
