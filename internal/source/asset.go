package source

import (
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// isAsset reports whether occurrence i loads a file, such as a logo or a style sheet, that
// data gives to the theme, and that no other place of the sources names.
func (p *pageLinks) isAsset(i int, m match) bool {
	return m.link.Asset && m.dest >= destResolved && document.RoleOf(p.on[i].Element) != document.LinkRole && p.isAlone(i)
}

// isMenuEntry reports whether occurrence i is a link around the content of a page that a
// menu of data makes whose texts come from elsewhere, such as a translation. No other
// place of the sources may name its destination.
func (p *pageLinks) isMenuEntry(i int, m match) bool {
	return m.link.Menu && m.link.Text == "" && m.dest >= destResolved && plaintext.Fold(p.on[i].Text) != "" &&
		isOutside(p.builtLink(i).Region) && p.isAlone(i)
}

// isAlone reports whether all matches of occurrence i stand in one place.
func (p *pageLinks) isAlone(i int) bool {
	_, alone := onePlace(p.found[p.groupOf[i]])
	return alone
}
