package check

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Batch is how many links are resolved before the mutex is taken for them: few
// enough to keep other workers from waiting long, and many enough that taking it
// costs nothing.
const Batch = 256

// occurrences says for each link of a document where it is.
func occurrences(page string, src []byte, links []link.Link) []link.Occurrence {
	places := make([]link.Occurrence, len(links))
	lines := position.NewLines(src)
	for i := range links {
		places[i] = Occurrence(page, &links[i])
		places[i].Line, places[i].Column = lines.Position(links[i].Offset)
	}
	return places
}

// Occurrence is what the report shows of a link, but for its place. It shares no
// memory with the document.
func Occurrence(page string, l *link.Link) link.Occurrence {
	return link.Occurrence{
		Page:      page,
		Element:   l.Element,
		Attribute: l.Attribute,
		Link:      strings.Clone(weburl.Redact(l.Raw)),
		Text:      strings.Clone(weburl.Redact(l.Text)),
	}
}

// OutsideNote says how many URLs of sitemaps and feeds were not checked, if any.
func OutsideNote(n int) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 URL in sitemaps and feeds is outside this site: not checked; if it is part of the site, set site-url"}
	}
	return []string{fmt.Sprintf("%d URLs in sitemaps and feeds are outside this site: not checked; if they are part of the site, set site-url", n)}
}
