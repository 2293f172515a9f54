package forge

import "strings"

// PagesURL returns where GitHub Pages serves the site of the repository unless its owner
// gave it a domain, such as https://owner.github.io/name/; empty for other forges.
func (c *Checkout) PagesURL() string {
	for _, r := range c.repositories {
		owner, name, ok := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
		if r.Host != "github.com" || !ok || strings.Contains(name, "/") {
			continue
		}
		site := "https://" + strings.ToLower(owner) + ".github.io/"
		if r.isOwnersSite() {
			return site
		}
		return site + name + "/"
	}
	return ""
}
