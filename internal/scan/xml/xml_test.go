package xml

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// FuzzXML holds against every document that its links stand in order in it.
func FuzzXML(f *testing.F) {
	for _, seed := range []string{
		`<feed xml:base="a"><link href='b' rel=self/><icon><![CDATA[c]]></icon></feed>`, "<rss><guid isPermaLink='true'> a<b/>c </guid><enclosure a=b url = \"\xff\">",
		`<urlset><url><loc>a<!-- b -->&amp;</loc></url></urlset>`, `<!DOCTYPE rss [<!ENTITY a "b">]><rss><link>&a;</link></rss>`, `<rss><link/><link a href href="x"/></rss>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		last := 0
		_, _ = Links(src, func(l link.Link) { // what stands before a fault counts
			if l.Offset < last || l.Offset >= len(src) {
				t.Fatalf("%+v of %q does not stand behind offset %d", l, src, last)
			}
			last = l.Offset
		})
	})
}
