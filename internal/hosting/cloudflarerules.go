package hosting

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The limits of a _redirects file on Cloudflare Pages.
const (
	maxCloudflareStatic  = 2000
	maxCloudflareDynamic = 100
	maxCloudflareRule    = 1000
)

// cloudflareRules reads a _redirects file as Cloudflare Pages does, which refuses
// much that Netlify takes.
//   - https://developers.cloudflare.com/pages/configuration/redirects/
//   - https://github.com/cloudflare/workers-sdk/blob/main/packages/workers-shared/utils/configuration/parseRedirects.ts
func cloudflareRules(source *Source) (rules []pathRule, faults []Fault) {
	lines, faults := redirectLines(source)
	reader := cloudflareReader{seen: map[string]int{}}
	for _, line := range lines {
		rule, problem := reader.read(line)
		if problem != "" {
			faults = append(faults, Fault{Source: source.Name, Line: line.number, Message: problem})
		}
		if reader.full {
			break
		}
		if rule != nil {
			rule.Source = source.Name
			rules = append(rules, *rule)
		}
	}
	return rules, faults
}

// cloudflareReader counts the rules of one file.
type cloudflareReader struct {
	static, dynamic int
	// full is whether no further rule is read.
	full bool
	// seen are the lines of the sources.
	seen map[string]int
}

// read reads one line: source, destination and status.
func (c *cloudflareReader) read(line ruleLine) (rule *pathRule, problem string) {
	words := line.words
	if i := slices.IndexFunc(words, func(w word) bool { return strings.HasPrefix(w.text, "#") }); i >= 0 {
		words = words[:i]
	}
	switch {
	case line.length > maxCloudflareRule:
		return nil, fmt.Sprintf("the rule has %d characters, of %d that Cloudflare Pages reads: shorten it", line.length, maxCloudflareRule)
	case len(words) < 2:
		return nil, "the rule has no destination: write one behind the source"
	case len(words) > 3:
		return nil, "the rule has more than source, destination and status: Cloudflare Pages knows no parameters and conditions"
	}
	from, problem := cloudflareSource(words[0].text)
	if problem != "" {
		return nil, problem
	}
	if problem, ok := c.count(from); !ok {
		return nil, problem
	}
	status, problem := cloudflareStatus(words)
	if problem != "" {
		return nil, problem
	}
	to := words[1]
	if problem := cloudflareDestination(from, to.text); problem != "" {
		return nil, problem
	}
	if first, ok := c.seen[from]; ok {
		return nil, fmt.Sprintf("line %d has a rule for %s already: remove one of them", first, from)
	}
	c.seen[from] = line.number
	if status == 200 && isAbsolute(to.text) {
		return nil, "Cloudflare Pages does not answer for other hosts: write a redirect such as 302, or a path"
	}
	pattern, problem := cloudflarePattern(from)
	if problem != "" {
		return nil, problem
	}
	return &pathRule{
		Rule:   Rule{Line: line.number, Column: to.column, To: to.text, Literal: !fillable(to.text, pattern.names)},
		from:   pattern,
		status: status,
	}, ""
}

// cloudflareSource reads a source, of which only the path counts.
func cloudflareSource(text string) (from, problem string) {
	if isAbsolute(text) {
		return "", "the source must be a path: Cloudflare Pages knows no rules for a host"
	}
	from = "/" + strings.TrimPrefix(text, "/")
	if end := strings.IndexAny(from, "?#"); end >= 0 {
		from = from[:end]
	}
	return urlEscapes.encode(from), ""
}

// count counts a rule. One behind the first that varies is as dear as those.
func (c *cloudflareReader) count(from string) (problem string, ok bool) {
	if c.dynamic == 0 && !cloudflareVariable.MatchString(from) {
		c.static++
		if c.static == maxCloudflareStatic+1 {
			problem = fmt.Sprintf("Cloudflare Pages reads %d static rules: this one and all further ones are left out", maxCloudflareStatic)
		}
		return problem, c.static <= maxCloudflareStatic
	}
	c.dynamic++
	if c.full = c.dynamic > maxCloudflareDynamic; c.full {
		return fmt.Sprintf("Cloudflare Pages reads %d rules from the first with a wildcard or placeholder on: "+
			"this one and all further ones are left out; move static rules before that one", maxCloudflareDynamic), false
	}
	return "", true
}

// cloudflareStatus reads the status of a rule.
func cloudflareStatus(words []word) (status int, problem string) {
	if len(words) < 3 {
		return 302, ""
	}
	status, err := strconv.Atoi(words[2].text)
	if err != nil || !slices.Contains([]int{200, 301, 302, 303, 307, 308}, status) {
		return 0, fmt.Sprintf("Cloudflare Pages knows no status %q: write 200, 301, 302, 303, 307 or 308", words[2].text)
	}
	return status, ""
}

// cloudflareDestination checks a destination.
func cloudflareDestination(from, to string) (problem string) {
	host, absolute := strings.CutPrefix(to, "https://")
	absolute = absolute && strings.Trim(host, "/") != ""
	switch {
	case !absolute && !strings.HasPrefix(to, "/"):
		return `the destination must begin with "/" or "https://"`
	case !absolute && (strings.HasSuffix(from, "/*") || strings.HasSuffix(from, "/")) && toIndex.MatchString(to):
		return "the destination would be redirected to the source again: write / for the start page, or leave the rule out, " +
			"as a site without 404.html answers every path with it"
	}
	return ""
}

// toIndex matches destinations that the host redirects to their directory.
var toIndex = regexp.MustCompile(`/index(.html)?$`)

// cloudflareVariable matches what varies in a source.
var cloudflareVariable = regexp.MustCompile(`\*|:[A-Za-z][A-Za-z0-9_]*`)

// cloudflarePattern reads a source. A placeholder stands for what is between
// slashes, also for a part of it, and a splat for anything.
// https://developers.cloudflare.com/pages/configuration/redirects/#splats
func cloudflarePattern(from string) (p pattern, problem string) {
	var parts []patternPart
	end := 0
	names := map[string]bool{}
	for _, span := range cloudflareVariable.FindAllStringIndex(from, -1) {
		part := patternPart{name: "splat", expression: "(.*)"}
		if name, ok := strings.CutPrefix(from[span[0]:span[1]], ":"); ok {
			part = patternPart{name: name, expression: "([^/]+)"}
		}
		if names[part.name] {
			return p, "the source has two wildcards, or a placeholder twice: write each once"
		}
		names[part.name] = true
		if span[0] > end {
			parts = append(parts, patternPart{text: from[end:span[0]]})
		}
		parts = append(parts, part)
		end = span[1]
	}
	if end < len(from) {
		parts = append(parts, patternPart{text: from[end:]})
	}
	return newPattern(parts, ""), ""
}
