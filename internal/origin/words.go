package origin

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// plainName returns the name of a kind of signal in a message.
func (k Kind) plainName() string {
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

// sources returns the names of the kinds of the claims, with their verb.
func sources(claims []claim) string {
	names := make([]string, len(claims))
	for i, s := range claims {
		names[i] = s.kind.plainName()
	}
	verb := " names"
	if len(claims) > 1 || claims[0].kind == Canonical {
		verb = " name"
	}
	last := len(names) - 1
	if last == 0 {
		return names[0] + verb
	}
	return strings.Join(names[:last], ", ") + " and " + names[last] + verb
}

// inferred returns the note about what the claims agree on.
func inferred(claims []claim, sites []weburl.URL) string {
	all := make([]string, len(sites))
	for i, site := range sites {
		all[i] = name(site)
	}
	text := fmt.Sprintf("site-url is inferred: %s (%s it), so links to it are internal; if that is wrong, set site-url", strings.Join(all, " and "), sources(claims))
	if why := placeholder(sites[0].Host); why != "" {
		text += " (" + why + ")"
	}
	return text
}

// contradiction returns what each claim names.
func contradiction(claims []claim) string {
	parts := make([]string, len(claims))
	for i, s := range claims {
		var named []string
		for _, f := range s.families[:min(len(s.families), maxNamed)] {
			site := claim{families: []family{f}}.names()[0]
			if s.clear() {
				named = []string{name(site)}
				break
			}
			named = append(named, fmt.Sprintf("%s (%d of %d pages)", name(site), f.votes, s.pages))
		}
		parts[i] = sources(claims[i:i+1]) + " " + strings.Join(named, " and ")
	}
	return strings.Join(parts, ", ")
}

// maxNamed is the most places of one kind of signal that a message names.
const maxNamed = 3

// name returns a place as messages show it.
func name(u weburl.URL) string { return u.Redacted() }

// placeholder says what a host stands for that no reader can visit; it is empty for all
// others. RFC 2606 and RFC 6761 reserve the names.
func placeholder(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		if ip.IsLoopback() || ip.IsUnspecified() {
			return "warning: this is the build machine, not a public URL"
		}
		return ""
	}
	labels := strings.Split(host, ".")
	top := labels[len(labels)-1]
	switch {
	case top == "localhost":
		return "warning: this is the build machine, not a public URL"
	case slices.Contains([]string{"test", "example", "invalid"}, top),
		len(labels) >= 2 && labels[len(labels)-2] == "example" && slices.Contains([]string{"com", "net", "org"}, top):
		return "warning: this is a placeholder, not a public URL"
	}
	return ""
}
