package forge

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

// FuzzPage holds any remote and any URL to what is true of all.
func FuzzPage(f *testing.F) {
	f.Add("git@github.com:o/r.git", "https://github.com/o/r/blob/main/docs/a.md#L1")
	f.Add("https://gitlab.com/g/s/r", "https://gitlab.com/g/s/r/-/raw/feature%2Fx/%2e%2e/a")
	f.Add("ssh://git@[::1]:22/a/b", "https://raw.githubusercontent.com/o/r/refs/heads/main/")
	branches := Branches{CheckedOut: []string{"main", "feature/x"}, Near: []string{"HEAD"}}
	f.Fuzz(func(t *testing.T, remote, raw string) {
		r, ok := ParseRemote(remote)
		if !ok {
			return
		}
		if strings.ContainsAny(r.Host, "@/\\") || !strings.HasPrefix(r.Path, "/") || strings.HasSuffix(r.Path, "/") {
			t.Errorf("%q is %+v", remote, r)
		}
		u, err := weburl.Parse(raw)
		if err != nil {
			return
		}
		p, ok := r.page(u)
		if !ok {
			return
		}
		if !strings.HasPrefix(u.String(), p.before) || u.Scheme != r.Scheme {
			t.Errorf("%q is said to begin with %q", raw, p.before)
		}
		branch, name, _, ok := branches.cut(p.rest)
		if ok && (!strings.HasSuffix(p.rest, name) || !strings.Contains(p.rest, branch)) {
			t.Errorf("%q is cut into %q and %q", p.rest, branch, name)
		}
		if ok && fs.ValidPath(name) && strings.Contains("/"+name+"/", "/../") {
			t.Errorf("%q leads out of the checkout", name)
		}
	})
}
