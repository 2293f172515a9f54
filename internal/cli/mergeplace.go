package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// mergedPlace is where the site is that several parts make up.
type mergedPlace struct {
	place
	// target is the directory of the site.
	target string
	// below are the paths of the parts below the base path of the site, each empty or with a
	// slash at its end.
	below []string
}

// placeParts finds out where the parts are on the site. It is below the setting site-url, or
// else below the folder that all parts have in common.
func (s *session) placeParts(parts []facts.Part) (m mergedPlace, err error) {
	header := &parts[0].Header
	m.place = place{scope: site.UnknownScope(), inferred: header.Inferred, shared: header.Shared, sites: siteURLs(s.cfg)}
	m.target = header.Target
	homes := make([][]weburl.URL, len(parts))
	for i, part := range parts {
		if homes[i], err = recordedSites(part); err != nil {
			return m, err
		}
	}
	if len(parts) == 1 && len(m.sites) == 0 {
		m.sites, m.below = homes[0], []string{""}
		switch {
		case len(m.sites) > 0:
			m.scope = site.PlannedScope(m.sites...)
		case header.Base == "":
		case !strings.HasPrefix(header.Base, "/") || !strings.HasSuffix(header.Base, "/"):
			return m, fmt.Errorf("could not read the base path %q of the facts %q: it has no slash at both ends; run its shard again", link.Cut(header.Base), parts[0].Files[0].Name())
		default:
			m.scope = site.UnknownScopeAt(header.Base)
		}
		return m, nil
	}
	for i, part := range parts {
		if len(homes[i]) == 0 {
			return m, unplaced(parts, i)
		}
		if m.target != part.Header.Target {
			m.target = commonFolder(m.target, part.Header.Target)
		}
	}
	switch {
	case m.target == "":
		m.target = "." // two directories in the working directory
	case len(m.target) > 1:
		m.target = strings.TrimSuffix(m.target, "/")
	}
	if len(m.sites) == 0 {
		m.sites = commonSites(homes)
	}
	for i := range parts {
		below, err := m.belowOf(&parts[i], homes[i])
		if err != nil {
			return m, err
		}
		m.below = append(m.below, below)
	}
	m.inferred, m.scope = false, site.PlannedScope(m.sites...)
	return m, nil
}

// recordedSites are the URLs where a part is served.
func recordedSites(part facts.Part) (sites []weburl.URL, err error) {
	for _, raw := range part.Header.Sites {
		u, err := weburl.Parse(raw)
		if err == nil && !u.IsHTTP() {
			err = errors.New("it must start with http:// or https://")
		}
		if err != nil {
			return nil, fmt.Errorf("could not read the site %q of the facts %q: %w; run its shard again", link.Cut(raw), part.Files[0].Name(), err)
		}
		sites = append(sites, u)
	}
	return sites, nil
}

// commonSites are the URLs of the folder that all parts have in common, one for each URL by
// which all parts are served.
func commonSites(homes [][]weburl.URL) (common []weburl.URL) {
	common = slices.Clone(homes[0])
	for _, sites := range homes[1:] {
		common = common[:min(len(common), len(sites))]
		for i := range common {
			common[i].Path = commonFolder(common[i].Path, sites[i].Path)
		}
	}
	return common
}

// belowOf is the path of a part below the base path of the site. The part has to be there at
// each URL of the site: its links were judged by that.
func (m *mergedPlace) belowOf(part *facts.Part, homes []weburl.URL) (below string, err error) {
	top, home := m.sites[0], homes[0]
	below, ok := strings.CutPrefix(home.Path, top.Path)
	if !ok || home.Origin() != top.Origin() {
		return "", fmt.Errorf("could not place %q on the site: it is served at %s, which is not below %s; set site-url to a URL above all parts",
			part.Header.Target, home.String(), top.String())
	}
	var all []string
	for _, u := range m.sites {
		u.Path += below
		all = append(all, u.String())
	}
	if recorded := part.Header.Sites; len(all) != len(recorded) || slices.ContainsFunc(all, func(u string) bool { return !slices.Contains(recorded, u) }) {
		return "", fmt.Errorf("could not place %q on the site: the facts %q were made with the site-url %s, and in this run the part is at %s; set site-url to the same hosts in all runs",
			part.Header.Target, part.Files[0].Name(), link.Cut(strings.Join(recorded, ", ")), link.Cut(strings.Join(all, ", ")))
	}
	return below, nil
}

// unplaced is the error for a part of several whose place on the site is not known. It may
// also be the facts of another site, given by mistake.
func unplaced(parts []facts.Part, at int) error {
	part, other := &parts[at], &parts[0]
	if at == 0 && len(parts) > 1 {
		other = &parts[1]
	}
	if part == other {
		return fmt.Errorf("could not place %q on the site: its facts do not say where it is served; set site-url in the run that writes them", part.Header.Target)
	}
	return fmt.Errorf("could not merge the facts %q of %q with %q of %q: the first do not say where it is served; remove the facts that are not of this site, or set site-url in the runs that write them",
		part.Files[0].Name(), part.Header.Target, other.Files[0].Name(), other.Header.Target)
}

// commonFolder is the folder that two paths are in, with the slash at its end if it is not the
// name of one of them.
func commonFolder(a, b string) string {
	if a == b {
		return a
	}
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '/' {
			n = i + 1
		}
	}
	return a[:n]
}
