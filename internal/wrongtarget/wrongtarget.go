// Package wrongtarget says what a TARGET that does not exist was probably meant to be: a
// directory with a similar name, a URL without its scheme, a flag.
package wrongtarget

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/builddir"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/typo"
)

// Advice returns what to do about a TARGET that is no directory, as the end of a message
// without a separator; empty when nothing is known. inWorkflow reports whether people
// write inputs, and not a command line.
func Advice(target string, inWorkflow bool) string {
	if strings.Contains(target, "@") {
		return "" // it may hold a password
	}
	for _, advise := range []func(string) string{expansion, surrounded, command, URL, files, similar, hostPath} {
		if advice := advise(target); advice != "" {
			return advice
		}
	}
	if found, err := builddir.Find(); err == nil {
		return "found an index.html in " + found.Dir
	}
	if inWorkflow {
		return "build the site in an earlier step of the same job"
	}
	return ""
}

func didYouMean(meant string) string { return fmt.Sprintf("did you mean %q?", meant) }

// expression matches an expression of a workflow file, or a variable of a shell.
var expression = regexp.MustCompile(`^(?:\$\{\{[^}]*\}\}|\$\{?\w+\}?|%\w+%|~)[/\\]?`)

// expansion advises on a path with a variable that a shell or a workflow did not expand.
func expansion(target string) string {
	found := expression.FindString(target)
	if found == "" {
		return ""
	}
	what := "a variable is expanded only by a shell"
	switch found[0] {
	case '~':
		what = "~ is expanded only by a shell"
	case '$':
		if strings.HasPrefix(found, "${{") {
			what = "an expression is expanded only in a workflow file"
		}
	}
	rest := target[len(found):]
	if rest == "" {
		rest = "."
	}
	if isDirectory(rest) {
		return what + "; " + didYouMean(rest)
	}
	return what + "; write the path from the working directory"
}

// surrounded advises on white space and quotation marks around a path.
func surrounded(target string) string {
	if bare := strings.Trim(target, " \t\r\n\"'`"); bare != target && isDirectory(bare) {
		return didYouMean(bare)
	}
	return ""
}

// command advises on what are commands of other programs.
func command(target string) string {
	switch target {
	case "version", "help":
		return "write linkvet --" + target
	case "check", "crawl", "lint", "linkvet", "run", "scan", "test", "verify":
		return "linkvet has no commands: write linkvet DIRECTORY or linkvet URL"
	}
	return ""
}

var (
	// badScheme matches the beginning of a URL whose scheme or whose slashes are wrong.
	badScheme = regexp.MustCompile(`^([A-Za-z]{2,7})(?:[:;]/*|[:;]?//+)`)
	// hostName matches what may be a host, with a port and a path.
	hostName = regexp.MustCompile(`^((?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(:[0-9]{1,5})?(/.*)?$`)
	// topLevel matches the last label of a host name.
	topLevel = regexp.MustCompile(`\.[A-Za-z]{2,}$`)
)

// URL advises on a URL with a wrong scheme or none. It returns an empty text for what does not
// look like a URL.
func URL(target string) string {
	if strings.ContainsAny(target, "@ ") {
		return ""
	}
	if path, ok := strings.CutPrefix(target, "file://"); ok {
		return "pass the path: " + path
	}
	if m := badScheme.FindStringSubmatch(target); m != nil {
		scheme := strings.ToLower(m[1])
		rest := target[len(m[0]):]
		// "localhost:8080" begins in the same way.
		if near := nearScheme(scheme); near != "" && rest != "" {
			return didYouMean(near + "://" + rest)
		}
	}
	bare := strings.TrimLeft(target, "/")
	m := hostName.FindStringSubmatch(bare)
	if m == nil {
		return ""
	}
	host, port := m[1], m[2]
	switch {
	case host == "localhost" || net.ParseIP(host) != nil:
		return didYouMean("http://" + bare)
	case port != "" && strings.Trim(host, "0123456789") != "":
		return didYouMean("http://" + bare)
	case topLevel.MatchString(host) && !isFileName(host) && (bare == target || strings.HasPrefix(target, "//")):
		return didYouMean("https://" + bare)
	}
	return ""
}

// nearScheme returns the scheme that a word was probably meant to be; empty for none.
func nearScheme(word string) string {
	if typo.Distance(word, "http", 1) < typo.Distance(word, "https", 1) {
		return "http"
	}
	if typo.Distance(word, "https", 1) <= 1 {
		return "https"
	}
	return ""
}

// isFileName reports whether a name with a dot is rather a file than a host.
func isFileName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".md", ".markdown", ".rst", ".adoc", ".txt", ".json", ".xml", ".yml", ".yaml", ".toml", ".zip", ".gz", ".tar", ".tgz", ".sh", ".js", ".ts":
		return true
	}
	return false
}

// files advises on patterns of files, and on sources.
func files(target string) string {
	switch strings.ToLower(filepath.Ext(target)) {
	case ".md", ".markdown", ".mdx", ".rst", ".adoc":
		return "linkvet checks built sites, not their sources: pass the build directory"
	}
	if at := strings.IndexAny(target, "*?[{"); at >= 0 {
		dir := strings.TrimRight(target[:strings.LastIndexByte(target[:at], '/')+1], "/")
		if isDirectory(dir) {
			return "pass the directory, not its files: " + dir
		}
		return "pass the directory, not its files"
	}
	return ""
}

// maxEntries is how many names of a directory are compared.
const maxEntries = 2000

// similar advises on a path of which one name has a typo.
func similar(target string) string {
	dir, name := ".", ""
	if filepath.IsAbs(target) {
		dir = string(filepath.Separator)
	}
	rest := strings.FieldsFunc(filepath.ToSlash(target), func(r rune) bool { return r == '/' })
	for len(rest) > 0 && (rest[0] == "." || isDirectory(filepath.Join(dir, rest[0]))) {
		dir, rest = filepath.Join(dir, rest[0]), rest[1:]
	}
	if len(rest) == 0 {
		return ""
	}
	name, rest = rest[0], rest[1:]
	near := nearest(name, dir)
	if near == "" {
		return ""
	}
	meant := filepath.Join(dir, near)
	if whole := filepath.Join(append([]string{meant}, rest...)...); isDirectory(whole) {
		meant = whole
	}
	return didYouMean(filepath.ToSlash(meant))
}

// nearest returns the directory in dir whose name is nearest to another; empty for none.
func nearest(name, dir string) string {
	opened, err := openfile.Directory(dir)
	if err != nil {
		return ""
	}
	// It was only read from.
	defer func() { _ = opened.Close() }()
	names, _ := opened.Readdirnames(maxEntries)
	slices.Sort(names)
	best, least := "", min(max(1, len(name)/3), 3)+1
	for _, other := range names {
		if d := typo.Distance(strings.ToLower(name), strings.ToLower(other), least); d < least && isDirectory(filepath.Join(dir, other)) {
			best, least = other, d
		}
	}
	return best
}

// hostPath advises on a path of the host machine in a container.
func hostPath(target string) string {
	if strings.HasPrefix(target, "/home/runner/") {
		return "a container of an action sees the workspace alone: write the path from the repository's root"
	}
	return ""
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return name != "" && err == nil && info.IsDir()
}
