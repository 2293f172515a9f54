package check

import (
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// refreshField is what a report calls the place of a link in the Refresh field of an
// answer.
var refreshField = link.Origin{Element: "header", Attribute: "refresh"}

// ApplyRefreshHeader adds to a page the target of the Refresh field of its answer. Browsers
// treat the field like a meta refresh. If the page has a meta refresh too, that one counts
// here.
func ApplyRefreshHeader(doc *Document, resp *fetch.Response) {
	if resp.Refresh == "" || !doc.Kind.IsPage() || doc.Page.Refresh != "" {
		return
	}
	to := scan.RefreshURL(resp.Refresh)
	if to == "" {
		return
	}
	doc.Page.Refresh = to
	doc.Page.Links = append(doc.Page.Links, link.Link{Origin: &refreshField, Raw: to, Follow: true})
}
