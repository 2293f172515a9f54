package cloudflare

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// The limits of a _redirects file on Cloudflare Pages.
const (
	maxStatic     = 2000
	maxDynamic    = 100
	maxRuleLength = 1000
)

// rule is a rule that is ready to be matched.
type rule struct {
	// shown is the rule as reports show it.
	shown  hosting.Rule
	from   redirects.Pattern
	status int
}

// readFile reads a _redirects file as Cloudflare Pages does, which refuses much that
// Netlify takes.
//   - https://developers.cloudflare.com/pages/configuration/redirects/
//   - https://github.com/cloudflare/workers-sdk/blob/main/packages/workers-shared/utils/configuration/parseRedirects.ts
func readFile(source *hosting.Source, book *hosting.RuleBook) (rules []rule) {
	reader := reader{seen: map[string]int{}}
	for _, line := range redirects.ReadLines(source, book) {
		made, problem := reader.read(line)
		if problem != "" {
			book.AddFaults(hosting.Fault{Source: source.Name, Line: line.Number, Message: problem})
		}
		if reader.full {
			break
		}
		if made != nil {
			made.shown.Source = source.Name
			rules = append(rules, *made)
		}
	}
	return rules
}

// reader counts the rules of one file.
type reader struct {
	static, dynamic int
	// full is whether no further rule is read.
	full bool
	// seen are the lines of the sources.
	seen map[string]int
}

// read reads one line: source, destination and status.
func (c *reader) read(line redirects.Line) (made *rule, problem string) {
	words := line.Words
	switch {
	case line.Length > maxRuleLength:
		return nil, fmt.Sprintf("the rule has %d characters, but Cloudflare Pages reads at most %d: shorten it", line.Length, maxRuleLength)
	case len(words) < 2:
		return nil, "the rule has no destination: write one after the source"
	case len(words) > 3:
		return nil, "the rule has too many parts: Cloudflare Pages supports only source, destination and status"
	}
	from, problem := readSource(words[0].Text)
	if problem != "" {
		return nil, problem
	}
	if problem, ok := c.count(from); !ok {
		return nil, problem
	}
	status, problem := readStatus(words)
	if problem != "" {
		return nil, problem
	}
	to := words[1]
	if problem := checkDestination(from, to.Text); problem != "" {
		return nil, problem
	}
	if first, ok := c.seen[from]; ok {
		return nil, fmt.Sprintf("line %d already has a rule for %s: remove one of them", first, from)
	}
	c.seen[from] = line.Number
	if status == http.StatusOK && redirects.IsAbsolute(to.Text) {
		return nil, "Cloudflare Pages cannot show pages of other hosts: write a redirect status such as 302, or a path"
	}
	pattern, problem := compileSource(from)
	if problem != "" {
		return nil, problem
	}
	return &rule{
		shown:  hosting.Rule{Line: line.Number, Column: to.Column, To: to.Text, Literal: !redirects.UsesAny(to.Text, pattern.Names)},
		from:   pattern,
		status: status,
	}, ""
}

// readSource reads a source and keeps its path.
func readSource(text string) (from, problem string) {
	if redirects.IsAbsolute(text) {
		return "", "the source must be a path: Cloudflare Pages does not support rules for a host"
	}
	from = "/" + strings.TrimPrefix(text, "/")
	if end := strings.IndexAny(from, "?#"); end >= 0 {
		from = from[:end]
	}
	return hosting.EscapeURL(from), ""
}

// count counts a rule. Behind the first rule that varies, a fixed rule counts as one that
// varies.
func (c *reader) count(from string) (problem string, ok bool) {
	if c.dynamic == 0 && !variable.MatchString(from) {
		c.static++
		if c.static == maxStatic+1 {
			problem = fmt.Sprintf("Cloudflare Pages reads at most %d static rules: it ignores this one and all later ones", maxStatic)
		}
		return problem, c.static <= maxStatic
	}
	c.dynamic++
	if c.full = c.dynamic > maxDynamic; c.full {
		return fmt.Sprintf("Cloudflare Pages reads at most %d rules from the first wildcard or placeholder on: "+
			"it ignores this one and all later ones; move static rules to the top", maxDynamic), false
	}
	return "", true
}

// readStatus reads the status of a rule.
func readStatus(words []redirects.Word) (status int, problem string) {
	if len(words) < 3 {
		return 302, ""
	}
	status, err := strconv.Atoi(words[2].Text)
	if err != nil || !slices.Contains([]int{200, 301, 302, 303, 307, 308}, status) {
		return 0, fmt.Sprintf("Cloudflare Pages does not support the status %q: write 200, 301, 302, 303, 307 or 308", words[2].Text)
	}
	return status, ""
}

// checkDestination checks a destination.
func checkDestination(from, to string) (problem string) {
	host, absolute := strings.CutPrefix(to, "https://")
	absolute = absolute && strings.Trim(host, "/") != ""
	switch {
	case !absolute && !strings.HasPrefix(to, "/"):
		return `the destination must begin with "/" or "https://"`
	case !absolute && (strings.HasSuffix(from, "/*") || strings.HasSuffix(from, "/")) && toIndex.MatchString(to):
		return "the destination redirects back to the source: write / for the start page, or remove the rule, " +
			"because a site without 404.html shows the start page for every path"
	}
	return ""
}

// toIndex matches destinations that the host redirects to their directory.
var toIndex = regexp.MustCompile(`/index(.html)?$`)

// variable matches what varies in a source.
var variable = regexp.MustCompile(`\*|:[A-Za-z][A-Za-z0-9_]*`)

// compileSource reads a source. A placeholder stands for what is between slashes, or for
// a part of it, and a splat for anything.
// https://developers.cloudflare.com/pages/configuration/redirects/#splats
func compileSource(from string) (p redirects.Pattern, problem string) {
	var parts []redirects.Part
	end := 0
	names := map[string]bool{}
	for _, span := range variable.FindAllStringIndex(from, -1) {
		part := redirects.Part{Name: "splat", Expression: "(.*)"}
		if name, ok := strings.CutPrefix(from[span[0]:span[1]], ":"); ok {
			part = redirects.Part{Name: name, Expression: "([^/]+)"}
		}
		if names[part.Name] {
			return p, "the source has two wildcards, or a placeholder twice: use each only once"
		}
		names[part.Name] = true
		if span[0] > end {
			parts = append(parts, redirects.Part{Text: from[end:span[0]]})
		}
		parts = append(parts, part)
		end = span[1]
	}
	if end < len(from) {
		parts = append(parts, redirects.Part{Text: from[end:]})
	}
	return redirects.NewPattern(parts, ""), ""
}
