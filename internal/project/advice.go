package project

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/typo"
)

var (
	// unexpanded matches an expression of a workflow file, or a variable of a shell.
	unexpanded = regexp.MustCompile(`^(?:(\$\{\{[^}]*\}\})|\$\{?\w+\}?|%\w+%|~)[/\\]?`)
	// badScheme matches the beginning of a URL whose scheme or whose slashes are wrong.
	badScheme = regexp.MustCompile(`^(?i:ht{0,2}ps?)[:;]?/+|^(?i:https?):`)
	// address matches a host name or an address, with a port and a path.
	address = regexp.MustCompile(`^((?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+)(:[0-9]{1,5})?(?:/.*)?$`)
	// fileName matches a name with a dot that is rather a file than a host.
	fileName = regexp.MustCompile(`(?i)\.(?:html?|txt|json|xml|ya?ml|toml|zip|gz|tar|tgz|sh|js|ts|[0-9]+)$`)
	// source matches a source of a page.
	source = regexp.MustCompile(`(?i)\.(?:md|markdown|mdx|rst|adoc)$`)
)

// Advice returns what to do about a TARGET that is no directory, as the end of a message
// without a separator; empty when nothing is known. inWorkflow reports whether people
// write inputs, and not a command line.
func Advice(target string, inWorkflow bool) string {
	if strings.Contains(target, "@") {
		return "" // it may hold a password
	}
	switch variable := unexpanded.FindStringSubmatch(target); {
	case variable != nil:
		what := "a variable is expanded only by a shell"
		switch {
		case variable[1] != "":
			what = "an expression is expanded only in a workflow file"
		case target[0] == '~':
			what = "~ is expanded only by a shell"
		}
		if rest := "./" + target[len(variable[0]):]; isDirectory(rest) {
			return what + "; " + didYouMean(filepath.ToSlash(filepath.Clean(rest)))
		}
		return what + "; write the path from the working directory"
	case target == "version", target == "help":
		return "write linkvet --" + target
	case source.MatchString(target):
		return "linkvet checks built sites, not their sources: pass the build directory"
	case strings.ContainsAny(target, "*?[{"):
		return "pass the directory, not its files"
	}
	if url := intended(target); url != "" {
		return didYouMean(url)
	}
	if near := similar(target); near != "" {
		return didYouMean(near)
	}
	if strings.HasPrefix(target, "/home/runner/") {
		return "a container of an action sees the workspace alone: write the path from the repository's root"
	}
	if found, err := Find(); err == nil {
		return "found an index.html in " + found.Dir
	}
	if inWorkflow {
		return "build the site in an earlier step of the same job"
	}
	return ""
}

func didYouMean(meant string) string { return fmt.Sprintf("did you mean %q?", meant) }

// intended returns the URL that was probably meant by one with a wrong scheme or none; empty
// for what does not look like a URL.
func intended(target string) string {
	if scheme := badScheme.FindString(target); scheme != "" && scheme != target {
		name := "http://"
		if strings.Contains(strings.ToLower(scheme), "s") {
			name = "https://"
		}
		return name + target[len(scheme):]
	}
	bare := strings.TrimPrefix(target, "//")
	m := address.FindStringSubmatch(bare)
	switch {
	case m == nil || fileName.MatchString(m[1]) && net.ParseIP(m[1]) == nil:
		return ""
	case m[1] == "localhost", net.ParseIP(m[1]) != nil, m[2] != "":
		return "http://" + bare
	case strings.Contains(m[1], "."):
		return "https://" + bare
	}
	return ""
}

// similar returns the directory of which one name was probably misspelled; empty for none.
func similar(target string) string {
	dir, rest := ".", strings.FieldsFunc(filepath.ToSlash(target), func(r rune) bool { return r == '/' })
	if filepath.IsAbs(target) {
		dir = string(filepath.Separator)
	}
	for len(rest) > 0 && isDirectory(filepath.Join(dir, rest[0])) {
		dir, rest = filepath.Join(dir, rest[0]), rest[1:]
	}
	if len(rest) == 0 {
		return ""
	}
	name := rest[0]
	entries, _ := openfile.List(dir)
	best, least := "", min(max(1, len(name)/3), 3)+1
	for _, entry := range entries {
		d := typo.Distance(strings.ToLower(name), strings.ToLower(entry.Name()), least)
		if d < least && isDirectory(filepath.Join(dir, entry.Name())) {
			best, least = entry.Name(), d
		}
	}
	if best == "" {
		return ""
	}
	meant := filepath.Join(dir, best)
	if whole := filepath.Join(append([]string{meant}, rest[1:]...)...); isDirectory(whole) {
		meant = whole
	}
	return filepath.ToSlash(meant)
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
