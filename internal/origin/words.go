package origin

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// subject is what a kind of witness is called at the beginning of "… says".
func (k Kind) subject() string {
	switch k {
	case CNAME:
		return "the file CNAME"
	case Canonical:
		return "canonical links"
	case Sitemap:
		return "the sitemap"
	case OpenGraph:
		return "og:url"
	}
	return ""
}

// sources names what the statements come from, with their verb.
func sources(said []statement) string {
	names := make([]string, len(said))
	for i, s := range said {
		names[i] = s.kind.subject()
	}
	verb := " names"
	if len(said) > 1 || said[0].kind == Canonical {
		verb = " name"
	}
	last := len(names) - 1
	if last == 0 {
		return names[0] + verb
	}
	return strings.Join(names[:last], ", ") + " and " + names[last] + verb
}

// inferred says what the statements agree on.
func inferred(said []statement, sites []weburl.URL) string {
	all := make([]string, len(sites))
	for i, site := range sites {
		all[i] = name(site)
	}
	text := fmt.Sprintf("links to %s count as the site's own, as %s that place; set site-url if it is another", strings.Join(all, " and "), sources(said))
	if why := placeholder(sites[0].Host); why != "" {
		text += " (" + why + ", where nobody can visit it)"
	}
	return text
}

// contradiction says what each statement names.
func contradiction(said []statement) string {
	parts := make([]string, len(said))
	for i, s := range said {
		var named []string
		for _, f := range s.families[:min(len(s.families), mostNamed)] {
			site := statement{families: []family{f}}.names()[0]
			if s.clear() {
				named = []string{name(site)}
				break
			}
			named = append(named, fmt.Sprintf("%s (%d of %d)", name(site), f.votes, s.pages))
		}
		parts[i] = sources(said[i:i+1]) + " " + strings.Join(named, " and ")
	}
	return strings.Join(parts, ", ")
}

// mostNamed is how many places are named of those that one kind of witness names.
const mostNamed = 3

// name is how a place is shown.
func name(u weburl.URL) string { return u.Redacted() }

// placeholder says what a host stands for that no reader can visit; empty for all
// others. The names are those that RFC 2606 and RFC 6761 set aside.
func placeholder(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		if ip.IsLoopback() || ip.IsUnspecified() {
			return "that is the machine on which the site was built"
		}
		return ""
	}
	labels := strings.Split(host, ".")
	top := labels[len(labels)-1]
	switch {
	case top == "localhost":
		return "that is the machine on which the site was built"
	case slices.Contains([]string{"test", "example", "invalid"}, top),
		len(labels) >= 2 && labels[len(labels)-2] == "example" && slices.Contains([]string{"com", "net", "org"}, top):
		return "that is a placeholder"
	}
	return ""
}
