package suggest

import "strings"

// maxUses is how many links are asked where they may have been meant to lead.
const maxUses = 16

// shifted returns the place where all links lead when each is read as its author
// may have meant it: from one folder up or down, from the top of the site, or
// from the folder of its page. It is negative when that is not one place.
func (p *Paths) shifted(q Query) int32 {
	place := int32(none)
	for i, use := range q.Uses {
		if i == maxUses {
			break
		}
		var found []candidate
		for _, path := range shifts(q.Target, use) {
			for _, key := range readings(path) {
				if key != "" {
					found = p.add(found, key, 0)
				}
			}
		}
		found = p.ends(q, p.inSameTree(q, readings(q.Target)[0], found))
		if len(found) != 1 || i > 0 && found[0].place != place {
			return none
		}
		place = found[0].place
	}
	return place
}

// shifts are the paths that a link may have been meant for.
func shifts(target string, use Use) []string {
	if len(use.Link) > maxPath || len(use.Page) > maxPath {
		return nil
	}
	if strings.HasPrefix(pathOf(use), "/") {
		// Below a base path, or by its whole URL, what the link leads to is not what
		// was written.
		return []string{join(foldersOf(use), strings.TrimPrefix(target, "/"))}
	}
	folders, up, rest, ok := resolved(target, use)
	if !ok {
		return nil
	}
	paths := []string{"/" + rest}
	if up > 0 {
		paths = append(paths, join(folders[:len(folders)-up+1], rest))
	}
	if up < len(folders) {
		paths = append(paths, join(folders[:len(folders)-up-1], rest))
	}
	return paths
}

// climb counts the steps up that a relative link begins with.
func climb(link string) (up int, rest string) {
	for {
		switch {
		case strings.HasPrefix(link, "../"):
			up, link = up+1, link[len("../"):]
		case strings.HasPrefix(link, "./"):
			link = link[len("./"):]
		default:
			return up, link
		}
	}
}

// join is the path of what is in a folder.
func join(folders []string, rest string) string {
	if len(folders) == 0 {
		return "/" + rest
	}
	return "/" + strings.Join(folders, "/") + "/" + rest
}
