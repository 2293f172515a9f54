package hosting

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The files of rules and headers that Netlify invented and Cloudflare Pages reads in its own way.
const (
	redirectsFile = "_redirects"
	headersFile   = "_headers"
)

// word is one word of a line of rules.
type word struct {
	text   string
	column int // where it begins, 1-based, in Unicode code points
}

// line is one line of a _redirects file, which is neither empty nor a comment.
type line struct {
	number int
	words  []word // those before a comment; there is at least one
}

// readRedirects splits the _redirects file of a deployment.
func (p *profile) readRedirects(d Deployment) (source *Source, lines []line) {
	source = d.Deployed(redirectsFile)
	if source == nil || p.isTooLarge(source) {
		return source, nil
	}
	number := 0
	for text := range strings.SplitSeq(string(source.Data), "\n") {
		number++
		words := wordsOf(text)
		if len(words) == 0 {
			continue
		}
		if !utf8.ValidString(text) {
			p.fault(source.Name, number, "the line is not UTF-8: save the file as UTF-8")
			continue
		}
		lines = append(lines, line{number, words})
	}
	return source, lines
}

// wordsOf splits a line at white space, up to the first word that begins a comment.
func wordsOf(text string) []word {
	var words []word
	start, startColumn, column := -1, 0, 0
	for i, r := range text {
		column++
		switch blank := isBlank(r); {
		case blank && start >= 0:
			words = append(words, word{text[start:i], startColumn})
			start = -1
		case !blank && start < 0 && r == '#':
			return words
		case !blank && start < 0:
			start, startColumn = i, column
		}
	}
	if start >= 0 {
		words = append(words, word{text[start:], startColumn})
	}
	return words
}

// isBlank reports whether JavaScript takes r for white space, which unlike Go counts the byte order mark.
func isBlank(r rune) bool { return r == '\ufeff' || unicode.IsSpace(r) }

// part is a piece of the source of a rule: a fixed text, or a name with the expression of what may be there.
type part struct{ text, name, expression string }

// partsPattern joins the parts of a source. The tail is an expression for what may follow parts that vary.
func partsPattern(parts []part, tail string) pattern {
	var expression, prefix strings.Builder
	var names []string
	needle := ""
	expression.WriteString("(?s)^")
	for _, part := range parts {
		if part.name != "" {
			names = append(names, part.name)
			expression.WriteString(part.expression)
			continue
		}
		text := decode(part.text)
		expression.WriteString(regexp.QuoteMeta(text))
		if len(names) == 0 {
			prefix.WriteString(text)
		} else if len(text) > len(needle) {
			needle = text
		}
	}
	if len(names) == 0 {
		return pattern{prefix: prefix.String(), fixed: true}
	}
	return lazyPattern(prefix.String(), needle, expression.String()+tail+"$", names)
}

// fillNames writes what was captured into a destination. The names are looked for in their order, as the hosts do, so a name
// also is where a longer one begins with it. What was captured may look like a name, but is not replaced again.
func fillNames(to string, captured captures) string {
	var pairs []string
	for i, value := range captured.groups[min(1, len(captured.groups)):] {
		pairs = append(pairs, ":"+captured.names[i], EscapePath(value))
	}
	return strings.NewReplacer(pairs...).Replace(to)
}

// usesAny reports whether any of the names is in a destination.
func usesAny(to string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(to, ":"+name) })
}
