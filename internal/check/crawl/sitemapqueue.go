package crawl

import "github.com/linkvet/linkvet/internal/weburl"

// maxSitemaps bounds how many sitemaps of one site are read.
const maxSitemaps = 1000

// sitemapQueue holds the sitemaps of a site in the order in which they are read, each once.
type sitemapQueue struct {
	list  []weburl.URL
	known map[weburl.URL]bool
	// full is true when the site names more than maxSitemaps.
	full bool
}

// add adds a sitemap that the queue does not hold yet.
func (q *sitemapQueue) add(u weburl.URL) {
	switch {
	case q.known[u]:
	case len(q.list) == maxSitemaps:
		q.full = true
	default:
		if q.known == nil {
			q.known = map[weburl.URL]bool{}
		}
		q.list, q.known[u] = append(q.list, u), true
	}
}
