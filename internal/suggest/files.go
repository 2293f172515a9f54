package suggest

import "net/url"

// NearestFile returns what finds the file of a repository that was probably meant by a path; empty
// for none. files are the paths of the files that exist, of which there may be too many.
func NearestFile(files []string) func(path string) string {
	const most = 100_000
	if len(files) > most {
		files = nil
	}
	escape := func(path string) string { return (&url.URL{Path: "/" + path}).EscapedPath() }
	paths := NewPaths(Site{
		Len:  len(files),
		Path: func(i int32) string { return escape(files[i]) },
		End:  func(i int32) int32 { return i },
	})
	return func(path string) string {
		if place := paths.Nearest(Query{Target: escape(path)}); place >= 0 {
			return files[place]
		}
		return ""
	}
}
