package suggest

import "strings"

// fromSources returns the path to which all links would lead if they were resolved from the
// folder of the file that their page is made of: "guide/a.md" is served as "/guide/a/", and
// the generator resolves what it finds, and leaves other links as they are. It is "" when
// that is not one path.
func fromSources(q Query) string {
	path := ""
	for i, use := range q.Uses {
		if i == maxUses {
			break
		}
		folders, up, rest, ok := resolved(q.Target, use)
		if !ok || !strings.HasSuffix(use.Page, "/") || up >= len(folders) {
			return ""
		}
		at := join(folders[:len(folders)-up-1], rest)
		if path != "" && at != path {
			return ""
		}
		path = at
	}
	return path
}

// resolved returns the folders of the page of a relative link, the steps up that the link
// begins with, and the rest of it. ok is false for other links, and where a <base> has its
// say, or the link climbs above the top.
func resolved(target string, use Use) (folders []string, up int, rest string, ok bool) {
	link := pathOf(use)
	if len(link) > maxPath || len(use.Page) > maxPath || strings.HasPrefix(link, "/") || strings.Contains(link, ":") {
		return nil, 0, "", false
	}
	folders = foldersOf(use)
	up, rest = climb(link)
	ok = rest != "" && up <= len(folders) && foldPath(join(folders[:len(folders)-up], rest)[1:]) == foldPath(target[1:])
	return folders, up, rest, ok
}

// pathOf returns a link without its query and fragment.
func pathOf(use Use) string {
	link, _, _ := strings.Cut(strings.TrimSpace(use.Link), "#")
	link, _, _ = strings.Cut(link, "?")
	return link
}

// foldersOf returns the folders that the page of a link is in.
func foldersOf(use Use) []string {
	folders := strings.Split(strings.Trim(use.Page[:strings.LastIndexByte(use.Page, '/')+1], "/"), "/")
	if folders[0] == "" {
		return nil
	}
	return folders
}
