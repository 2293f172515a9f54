package check

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// JudgesPlace reports whether a link into an SVG file asks for an element of it. The
// fragments of other images are often hooks for style sheets (logo.svg#only-dark), and
// those of style sheets name fonts.
func JudgesPlace(l *link.Link, fragment string) bool {
	if strings.ContainsAny(fragment, "(=") {
		return false // svgView(…), and media fragments such as xywh=
	}
	switch l.Element {
	case "a", "area", "use", "image", "feimage", "pattern", "lineargradient", "radialgradient", "filter", "textpath", "mpath", "object", "embed", "iframe":
		return l.Attribute != "style"
	}
	return false
}

// judgeSprites makes elements unverified that only <use> on their own page refer to, where
// scripts may add them. It goes by the occurrences, which are complete by now.
func (b *Builder) judgeSprites() {
	for i := range b.Report.Findings {
		f := &b.Report.Findings[i]
		if f.Verdict != link.Broken || f.Reason != link.FragmentNotFound || !f.Internal || len(f.Occurrences) == 0 ||
			slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return !b.isSprite(&o) }) {
			continue
		}
		f.Verdict = link.Unverified
		f.Message += ", but scripts of the page may add it"
		f.Suggestion = ""
		b.Report.Stats.Broken--
		b.Report.Stats.Unverified++
	}
}

// isSprite reports whether an occurrence is a <use> that refers to an element of the same
// page. Scripts may add that element.
func (b *Builder) isSprite(o *link.Occurrence) bool {
	return o.Element == "use" && strings.HasPrefix(strings.TrimSpace(o.Link), "#") && b.AddsElements(o.Page)
}
