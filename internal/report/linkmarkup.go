package report

import "github.com/linkvet/linkvet/internal/link"

// linkMarkup writes a link in the language that it is in: an attribute of an
// element, a style sheet, JSON, or the text of an element of XML. An attribute's
// value is left out where it only repeats the target.
func linkMarkup(f *link.Finding, o *link.Occurrence) string {
	element, attribute, value := Clean(o.Element, maxSnippet), Clean(o.Attribute, maxSnippet), Clean(o.Link, maxSnippet)
	switch {
	case attribute == "import":
		return `@import "` + value + `"`
	case attribute == "url" && (element == "css" || element == "style"):
		return "url(" + value + ")"
	case element == link.RuleElement:
		return "a rule to " + value
	case element == link.OldURLElement:
		return "the old site has " + value
	case attribute == "":
		return "<" + element + ">" + value
	case isData(element, attribute):
		return element + `: "` + attribute + `": "` + value + `"`
	case o.Link != f.Target:
		return "<" + element + " " + attribute + `="` + value + `">`
	case attribute != usual(element):
		return "<" + element + " " + attribute + ">"
	}
	return "<" + element + ">"
}

// isData reports whether a link is in JSON: that of a manifest, a feed, or a
// script that describes the page.
func isData(element, attribute string) bool {
	switch element {
	case "manifest", "icons", "screenshots", "shortcuts", "feed", "items", "attachments":
		return true
	case "script":
		return attribute != "src" && attribute != "href" && attribute != "xlink:href"
	}
	return false
}

// usual returns the attribute that an element is expected to link with.
func usual(element string) string {
	switch element {
	case "a", "area", "link":
		return "href"
	}
	return "src"
}
