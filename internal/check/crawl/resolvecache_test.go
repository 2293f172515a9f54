package crawl

import (
	"fmt"
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

func folderOf(t *testing.T, k *resolveCache, raw string) *folder {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return k.folder(check.Base{URL: u})
}

// keepRef notes a resolution for a reference as a crossing does.
func (k *resolveCache) keepRef(f *folder, ref string, r *resolution) {
	r.hash = f.refHash(ref)
	k.keep(r)
}

func (k *resolveCache) findRef(f *folder, ref string) *resolution { return k.find(f.refHash(ref)) }

func TestResolveCacheKeepsWhatIsSeenAgain(t *testing.T) {
	t.Parallel()
	k := newResolveCache()
	docs := folderOf(t, k, "http://site.test/docs/a.html?x#y")
	if folderOf(t, k, "http://site.test/docs/b.html") != docs {
		t.Error("two documents of one directory have two folders")
	}
	deeper := folderOf(t, k, "http://site.test/docs/deeper/a.html")
	to := &target.Target{}
	k.keepRef(docs, "next.html", &resolution{to: to, internal: true})
	if k.findRef(docs, "next.html") != nil {
		t.Error("what was met once is kept")
	}
	k.keepRef(docs, "next.html", &resolution{to: to, internal: true})
	if r := k.findRef(docs, "next.html"); r == nil || r.to != to || !r.internal {
		t.Errorf("found %+v", r)
	}
	if r := k.findRef(deeper, "next.html"); r != nil {
		t.Errorf("another directory has the same resolution: %+v", r)
	}
	if r := k.findRef(deeper, "../next.html"); r == nil || r.to != to {
		t.Errorf("the same path from another directory: %+v", r)
	}
	for _, base := range []string{"https://site.test/docs/", "http://other.test/docs/", "http://site.test:81/docs/"} {
		if r := k.findRef(folderOf(t, k, base), "next.html"); r != nil {
			t.Errorf("%s has the same resolution: %+v", base, r)
		}
	}
	k.keepRef(docs, "x", &resolution{reason: link.Excluded})
	k.keepRef(docs, "x", &resolution{reason: link.Excluded})
	if r := k.findRef(docs, "x"); r == nil || r.to != nil || r.reason != link.Excluded {
		t.Errorf("found %+v", r)
	}
}

func TestFoldersAreBounded(t *testing.T) {
	t.Parallel()
	k := newResolveCache()
	for i := range 2*keptFolders + 1 {
		folderOf(t, k, fmt.Sprintf("http://site.test/%d/", i))
	}
	if len(k.folders) > keptFolders {
		t.Errorf("%d folders are known, want at most %d", len(k.folders), keptFolders)
	}
}
