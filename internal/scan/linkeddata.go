package scan

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/json"
	"github.com/linkvet/linkvet/internal/scan/markup"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The keys of JSON-LD, in the words of schema.org, whose values are URLs of
// documents. Those of the second kind may be names as well, and are links when
// they look like URLs.
var (
	urlKeys   = []string{"url", "image", "logo", "contentUrl", "thumbnailUrl"}
	namedKeys = []string{"@id", "item", "mainEntityOfPage"}
)

// linkedData records the links in the JSON-LD of a <script>. Their attribute is the key.
// A name in such data need not be the URL of a document, so the links have OnSite set. An
// @context defines the meaning of names and holds no links.
func (s *scanner) linkedData(data *markup.CharData) {
	// Programs that read such data skip what is not well formed, so the error does not
	// matter: the values before it count.
	_ = json.Strings(data.Text, func(path []string, value string, index int) {
		if len(path) == 0 || ascii.IsBlank(value) || slices.Contains(path, "@context") {
			return
		}
		key := path[len(path)-1]
		if slices.Contains(urlKeys, key) || slices.Contains(namedKeys, key) && weburl.LooksLikeURL(value) {
			s.put(link.Link{
				Origin: &link.Origin{Element: "script", Attribute: key}, Raw: value, Offset: data.Offset(index), OnSite: true,
			})
		}
	})
}
