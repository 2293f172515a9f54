package report

import "github.com/linkvet/linkvet/internal/link"

// paint colors text for a terminal when it is true and leaves it alone when it
// is false.
type paint bool

func (p paint) wrap(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p paint) bold(s string) string { return p.wrap("1", s) }
func (p paint) dim(s string) string  { return p.wrap("2", s) }
func (p paint) good(s string) string { return p.wrap("32", s) }
func (p paint) bad(s string) string  { return p.wrap("31", s) }
func (p paint) warn(s string) string { return p.wrap("33", s) }

// mark is the sign that a finding's first line begins with.
func (p paint) mark(v link.Verdict) string {
	switch v {
	case link.Broken:
		return p.as(v, "✗")
	case link.Unverified:
		return p.as(v, "?")
	default:
		return p.as(v, "→")
	}
}

// as paints s in the color of a verdict.
func (p paint) as(v link.Verdict, s string) string {
	switch v {
	case link.Broken:
		return p.bad(s)
	case link.Unverified:
		return p.warn(s)
	default:
		return p.wrap("36", s)
	}
}
