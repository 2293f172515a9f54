package redirects

import (
	"regexp"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
)

// Pattern says which paths a rule is for.
type Pattern struct {
	// prefix is what every path begins with: the whole path where nothing varies.
	prefix string
	// Names are those of the parts that vary, in order. Two of them may be the same.
	Names []string
	// expression matches the whole path, with one group for each name; nil where
	// nothing varies. It is compiled when first needed, as most rules never are.
	expression func() *regexp.Regexp
	// needle is a text that is in every path behind the prefix, and size how long
	// the expression is.
	needle string
	size   int
}

// Part is a piece of a pattern: a fixed text, or a name with the expression of what may
// are there.
type Part struct {
	Text       string
	Name       string
	Expression string
}

// NewPattern joins the parts of a pattern. The tail is an expression for what may follow.
func NewPattern(parts []Part, tail string) Pattern {
	var p Pattern
	var expression, prefix strings.Builder
	expression.WriteString("(?s)^")
	for _, part := range parts {
		if part.Name == "" {
			text := Decode(part.Text)
			expression.WriteString(regexp.QuoteMeta(text))
			if len(p.Names) == 0 {
				prefix.WriteString(text)
			} else if len(text) > len(p.needle) {
				p.needle = text
			}
			continue
		}
		p.Names = append(p.Names, part.Name)
		expression.WriteString(part.Expression)
	}
	p.prefix = prefix.String()
	if len(p.Names) > 0 {
		expression.WriteString(tail + "$")
		p.size = expression.Len()
		p.expression = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression.String()) })
	}
	return p
}

// Fixed returns the only path that a pattern is for, if nothing in it varies.
func (p *Pattern) Fixed() (path string, ok bool) { return p.prefix, p.expression == nil }

// Match returns the value of each placeholder in a path. It is not ok when the pattern is
// not for that path, or no effort is left to find out.
func (p *Pattern) Match(path string, effort *hosting.Effort) (values []string, ok bool) {
	if p.expression == nil {
		return nil, path == p.prefix
	}
	if !strings.HasPrefix(path, p.prefix) || !effort.Spend(pattern.MissCost(path)) || !strings.Contains(path[len(p.prefix):], p.needle) ||
		!effort.Spend(pattern.MatchCost(path, p.size)) {
		return nil, false
	}
	groups := p.expression().FindStringSubmatch(path)
	if groups == nil {
		return nil, false
	}
	return groups[1:], true
}
