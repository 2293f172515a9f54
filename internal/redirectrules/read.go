package redirectrules

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// target is where a rule leads.
type target struct {
	// path is a decoded path of the site; empty for another site.
	path string
	// origin is the scheme and host of another site, and its path is in other, encoded.
	origin, other string
	// query begins with "?", and fragment with "#"; both are encoded, and may be empty.
	query, fragment string
}

// read reads the moves.
func (p *plan) read(moves []Move) {
	p.items = make([]item, len(moves))
	for i, m := range moves {
		it := &p.items[i]
		it.move = m
		it.unknown = m.To == "" && !m.Gone
		p.readItem(i)
	}
}

// readItem reads one move, and refuses those for which there is no rule in any format.
func (p *plan) readItem(i int) {
	it := &p.items[i]
	var reason string
	if it.from, reason = readPath(it.move.From); reason != "" {
		p.refuseKnown(i, "the old URL "+reason)
		return
	}
	if it.move.To != "" {
		if it.to, reason = readTarget(it.move.To); reason != "" {
			p.refuse("the new URL "+reason, i)
			return
		}
	}
	if it.from == "/" {
		p.refuseKnown(i, "the new site needs a start page")
		return
	}
	if p.exists(it.from) {
		p.refuseKnown(i, "the new site has a page there")
		return
	}
	keys := p.keys(it.from)
	for _, key := range keys {
		if first, ok := p.at[key]; ok && !p.items[first].unknown {
			p.repeat(i, first)
			return
		}
	}
	for _, key := range keys {
		p.at[key] = i
	}
}

// repeat records a further move for a path. It must say the same as the first one.
func (p *plan) repeat(i, first int) {
	it, other := &p.items[i], &p.items[first]
	if other.to != it.to || other.move.Gone != it.move.Gone {
		p.refuseKnown(i, "another move is for "+other.move.From)
		return
	}
	it.repeats = true
	other.repeated = append(other.repeated, i)
}

// refuseKnown refuses an item, unless it asks for no rule.
func (p *plan) refuseKnown(i int, reason string) {
	if !p.items[i].unknown {
		p.refuse(reason, i)
	}
}

// readPath decodes a path. The reason is not empty when no rule can be for it.
func readPath(text string) (path, reason string) {
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") {
		return "", "is not a path from the root of the site"
	}
	if strings.ContainsAny(text, "?#") {
		return "", "has a query or a fragment, and rules are for paths"
	}
	if strings.Contains(strings.ToLower(text), "%2f") {
		return "", "has an encoded slash"
	}
	path, err := url.PathUnescape(text)
	if err != nil || !utf8.ValidString(path) || strings.ContainsFunc(path, unicode.IsControl) || strings.ContainsAny(path, "\\\u2028\u2029\ufeff") {
		return "", "has characters that rules cannot contain"
	}
	for segment := range strings.SplitSeq(path[1:], "/") {
		if segment == "." || segment == ".." {
			return "", "has a segment that browsers resolve"
		}
	}
	if strings.Contains(path, "//") {
		return "", "has an empty segment"
	}
	return path, ""
}

// readTarget reads where a page is now.
func readTarget(text string) (to target, reason string) {
	text, fragment, hasFragment := strings.Cut(text, "#")
	if hasFragment && fragment != "" {
		to.fragment = "#" + hosting.EscapeURL(fragment)
	}
	text, query, hasQuery := strings.Cut(text, "?")
	if hasQuery && query != "" {
		to.query = "?" + hosting.EscapeURL(query)
	}
	if strings.ContainsFunc(to.query+to.fragment, unicode.IsControl) {
		return to, "has characters that rules cannot contain"
	}
	if strings.HasPrefix(text, "/") {
		to.path, reason = readPath(text)
		return to, reason
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || strings.ContainsAny(u.Host, " \"'<>\\^`{|}$;") || !isASCII(u.Host) {
		return to, "is neither a path nor an address with http or https"
	}
	to.origin, to.other = u.Scheme+"://"+u.Host, u.EscapedPath()
	if to.other == "" {
		to.other = "/"
	}
	decoded, reason := readPath(to.other)
	if reason != "" {
		return to, reason
	}
	to.other = hosting.EscapePath(decoded)
	return to, ""
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}
