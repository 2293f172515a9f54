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

func TestResolveCacheKeepsWhatIsSeenAgain(t *testing.T) {
	t.Parallel()
	k := newResolveCache()
	docs := folderOf(t, k, "http://site.test/docs/a.html?x#y")
	if folderOf(t, k, "http://site.test/docs/b.html") != docs {
		t.Error("two documents of one directory have two folders")
	}
	deeper := folderOf(t, k, "http://site.test/docs/deeper/a.html")
	to := &target.Target{}
	k.keep(docs, &resolution{to: to, internal: true, ref: "next.html"})
	if k.find(docs, "next.html") != nil {
		t.Error("what was met once is kept")
	}
	k.keep(docs, &resolution{to: to, internal: true, ref: "next.html"})
	if r := k.find(docs, "next.html"); r == nil || r.to != to || !r.internal {
		t.Errorf("found %+v", r)
	}
	if r := k.find(deeper, "next.html"); r != nil {
		t.Errorf("another directory has the same resolution: %+v", r)
	}
	k.keep(docs, &resolution{reason: link.Excluded, ref: "x"})
	k.keep(docs, &resolution{reason: link.Excluded, ref: "x"})
	if r := k.find(docs, "x"); r == nil || r.to != nil || r.reason != link.Excluded {
		t.Errorf("found %+v", r)
	}
}

func TestResolutionsThatServeStay(t *testing.T) {
	t.Parallel()
	k := newResolveCache()
	from := folderOf(t, k, "http://site.test/")
	// Another reference with the same place.
	rival := ""
	for i := 0; rival == ""; i++ {
		if ref := fmt.Sprint(i); from.refHash(ref)%maxResolved == from.refHash("nav")%maxResolved {
			rival = ref
		}
	}
	twice := func(ref string) {
		k.keep(from, &resolution{to: &target.Target{}, ref: ref})
		k.keep(from, &resolution{to: &target.Target{}, ref: ref})
	}
	twice("nav")
	if k.find(from, "nav") == nil {
		t.Fatal("it is not kept")
	}
	k.keep(from, &resolution{to: &target.Target{}, ref: rival})
	k.keep(from, &resolution{to: &target.Target{}, ref: rival})
	if k.find(from, "nav") == nil {
		t.Error("a resolution that served gave way at once")
	}
	k.keep(from, &resolution{to: &target.Target{}, ref: rival})
	k.keep(from, &resolution{to: &target.Target{}, ref: rival})
	if k.find(from, rival) == nil {
		t.Error("a resolution that did not serve since has not given way")
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
