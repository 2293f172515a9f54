package xml

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// FuzzXML holds against every document that its links are in it.
func FuzzXML(f *testing.F) {
	for _, seed := range []string{
		`<feed xml:base="a"><link href='b' rel=self/><icon><![CDATA[c]]></icon></feed>`, "<rss><guid isPermaLink='true'> a<b/>c </guid><enclosure a=b url = \"\xff\">",
		`<urlset><url><loc>a<!-- b -->&amp;</loc></url></urlset>`, `<!DOCTYPE rss [<!ENTITY a "b">]><rss><link>&a;</link></rss>`, `<rss><link/><link a href href="x"/></rss>`, `<rss><guid isPermaLink='true'> a<enclosure url="b">c </guid><enclosure url="d"></rss>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		_, _ = Links(src, func(l link.Link) { // what is before a fault counts
			if l.Offset < 0 || l.Offset >= len(src) {
				t.Fatalf("%+v is not in %q", l, src)
			}
		})
	})
}
