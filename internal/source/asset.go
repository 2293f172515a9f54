package source

import (
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

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

// isFrontMenu reports whether a menu shows an entry that stands in the front matter of
// another page.
func (p *pageLinks) isFrontMenu(i int, m match) bool {
	return m.link.InFrontMatter && m.link.Menu && p.isAlone(i)
}

// isRepeatedPicture reports whether occurrence i is a picture that one place of the sources
// holds, and that the theme shows several times, such as enlarged.
func (p *pageLinks) isRepeatedPicture(i int) bool {
	return document.RoleOf(p.on[i].Element) == document.EmbedRole && p.isAlone(i)
}

// isAlone reports whether all matches of occurrence i stand in one place.
func (p *pageLinks) isAlone(i int) bool {
	_, alone := onePlace(p.found[p.groupOf[i]])
	return alone
}
