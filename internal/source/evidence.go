package source

import (
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// evidenceRow says of the matches that it applies to when they are enough.
type evidenceRow struct {
	name    string
	applies func(p *pageLinks, i int, m match) bool
	enough  func(p *pageLinks, i int, m match) bool
}

// evidence says when a match is enough to attribute an occurrence to it, were it the only
// one. The first row that applies decides; a match without a row is enough.
var evidence = []evidenceRow{
	{
		name:    "the texts differ",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.text == textDiffers },
		enough:  never,
	},
	{
		name:    "only one of several files is right",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.ambiguous },
		enough:  never,
	},
	{
		name:    "the source of another link of the page, which has exactly its text",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.taken },
		enough:  never,
	},
	{
		name:    "the file of another page, which the content of this page may show",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.relation == otherFile },
		enough: func(p *pageLinks, i int, m match) bool {
			shown := m.text == textExact && m.dest >= destEquivalent || m.link.InFrontMatter && p.isAsset(i, m)
			return shown && p.a.pages.MayLend(m.link.File, p.a.linking()) && (!isOutside(p.builtLink(i).Region) || p.isFrontMenu(i, m))
		},
	},
	{
		name:    "a shared file with an expression, whose value comes from elsewhere",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.relation == sharedFile && !m.link.Dest.IsKnown() },
		enough:  never,
	},
	{
		name:    "paths that only end alike",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.dest == destSimilar },
		enough:  func(_ *pageLinks, _ int, m match) bool { return m.text == textExact && m.relation != sharedFile },
	},
	{
		name: "a value in the program of the page, with no text beside it",
		applies: func(p *pageLinks, i int, m match) bool {
			return m.link.IsValue && m.relation == pageFile && m.text < textPartial && !p.isAsset(i, m)
		},
		enough: never,
	},
	{
		name:    "a file that the page is made of",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.relation == pageFile },
		enough:  func(*pageLinks, int, match) bool { return true },
	},
	{
		name: "a test of the site",
		applies: func(p *pageLinks, _ int, m match) bool {
			return m.relation == sharedFile && p.a.index.Files[m.link.File].Test
		},
		enough: never,
	},
	{
		name: "data, which may name a path for another purpose",
		applies: func(p *pageLinks, _ int, m match) bool {
			return m.link.IsValue || p.a.index.Files[m.link.File].Syntax.IsData()
		},
		enough: func(p *pageLinks, i int, m match) bool {
			return (p.isLinkValue(i, m) || p.isAsset(i, m) || p.isMenuEntry(i, m)) && !p.a.pages.IsOtherSite(m.link.File)
		},
	},
	{
		name: "a shared file with a fixed text, of which the link has only a part",
		applies: func(_ *pageLinks, _ int, m match) bool {
			return m.relation == sharedFile && m.text == textPartial && !m.link.Loose
		},
		enough: never,
	},
	{
		name:    "a text that is not known",
		applies: func(_ *pageLinks, _ int, m match) bool { return m.text == textUnknown },
		enough: func(p *pageLinks, i int, m match) bool {
			return m.relation == includedFile || m.dest >= destEquivalent || m.dest == destResolved && (m.link.Loose || plaintext.Fold(p.on[i].Text) == "")
		},
	},
}

func never(*pageLinks, int, match) bool { return false }

// isEnough reports whether a match is enough to attribute occurrence i to it.
func (p *pageLinks) isEnough(i int, m match) bool {
	row := p.evidenceFor(i, m)
	return row == nil || row.enough(p, i, m)
}

// evidenceFor returns the row that decides about a match; nil for none.
func (p *pageLinks) evidenceFor(i int, m match) *evidenceRow {
	for k := range evidence {
		if row := &evidence[k]; !p.a.trace.isLeftOut(row.name) && row.applies(p, i, m) {
			return row
		}
	}
	return nil
}

// isLinkValue reports whether a value of data is a link, and not a path in a test, a
// redirect or the settings of a tool: the text beside it is that of the link, maybe with
// more before or after it.
func (p *pageLinks) isLinkValue(i int, m match) bool {
	if m.link.Keyed && p.internal {
		return false
	}
	text := plaintext.Fold(p.on[i].Text)
	return m.text == textExact || m.text == textPartial && (strings.HasPrefix(text, m.link.Text) || strings.HasSuffix(text, m.link.Text))
}

// builtLink returns occurrence i as the built page holds it.
func (p *pageLinks) builtLink(i int) *document.Link { return p.a.built.at(&p.on[i]) }

// isOutside reports whether a region is around the content of a page.
func isOutside(r document.Region) bool {
	return r == document.NavRegion || r == document.HeaderRegion || r == document.FooterRegion || r == document.AsideRegion
}

// fitsPlace reports whether a link may appear where occurrence i is: the text of a page
// is not its navigation, and the footer of a layout is only in footers.
func (p *pageLinks) fitsPlace(i int, m match) bool {
	if m.relation != pageFile && m.relation != includedFile {
		if m.link.Innermost == document.NoRegion {
			return true
		}
		built := p.builtLink(i)
		return built.Region == document.NoRegion || built.Innermost == m.link.Innermost
	}
	if !p.a.index.Files[m.link.File].Syntax.IsProse() || m.link.InFrontMatter || m.link.Region != document.NoRegion {
		return true
	}
	built := p.builtLink(i)
	if built.Region == document.NoRegion {
		return built.Line == 0 || !p.a.built.hasMain(&p.on[i])
	}
	return built.Region == document.MainRegion || built.Region == document.AsideRegion
}

// isCredible reports whether occurrence i may come from the only place that is left, given
// the rest of the page. Of equal links in the navigation and in the content not both come
// from the text of the page, or from a shared file; and one link of the text is not two of
// the page.
func (p *pageLinks) isCredible(i int, left []match) bool {
	m := left[0]
	if !p.fitsPlace(i, m) {
		return false
	}
	if m.link.Region != document.NoRegion || len(p.repeats[p.repeatOf[i]].members) < 2 {
		return true
	}
	built := p.builtLink(i)
	where := isOutside(built.Region)
	counts := p.count(i)
	other := counts.outside[!where] > 0
	together := counts.headings[headingCount{built.Heading, where}]
	switch {
	case m.relation == sharedFile:
		return (!other || where) && p.isOfLayout(i)
	case m.relation == otherFile:
		return together <= len(left) || m.link.InFrontMatter && m.link.Asset
	case other && where:
		return false
	}
	if !p.a.index.Files[m.link.File].Syntax.IsProse() || m.relation == includedFile || m.link.InFrontMatter {
		return true
	}
	return (together <= len(left) || p.isRepeatedPicture(i)) && p.fitsHeading(i, m.link.Heading)
}

// isAsset reports whether occurrence i loads a file, such as a logo or a style sheet, that
// data gives to the theme, and that no other place of the sources names. What scripts hold
// about a page, such as its author, has no text.
func (p *pageLinks) isAsset(i int, m match) bool {
	isNamed := m.link.Text != "" && p.on[i].Element == "script" && m.dest >= destEquivalent
	return (m.link.Asset || isNamed) && m.dest >= destResolved && document.RoleOf(p.on[i].Element) != document.LinkRole && p.isAlone(i)
}

// isMenuEntry reports whether occurrence i is a link around the content of a page that a
// menu of data makes whose texts come from elsewhere, such as a translation. No other
// place of the sources may name its destination.
func (p *pageLinks) isMenuEntry(i int, m match) bool {
	return m.link.Menu && m.link.Text == "" && m.dest >= destResolved && plaintext.Fold(p.on[i].Text) != "" &&
		isOutside(p.builtLink(i).Region) && p.isAlone(i)
}

// isFrontMenu reports whether a menu shows an entry that is in the front matter of
// another page.
func (p *pageLinks) isFrontMenu(i int, m match) bool {
	return m.link.InFrontMatter && m.link.Menu && p.isAlone(i)
}

// isRepeatedPicture reports whether occurrence i is a picture that one place of the sources
// holds, and that the theme shows several times, such as enlarged.
func (p *pageLinks) isRepeatedPicture(i int) bool {
	return document.RoleOf(p.on[i].Element) == document.EmbedRole && p.isAlone(i)
}

// isAlone reports whether all matches of occurrence i are in one place.
func (p *pageLinks) isAlone(i int) bool {
	_, alone := onePlace(p.found[p.groupOf[i]])
	return alone
}
