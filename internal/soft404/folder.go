package soft404

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// folder is a folder of a site that is honest about what does not exist at its
// top: an application below the folder may not be.
type folder struct {
	// done is closed when probe is known.
	done  chan struct{}
	probe probe
}

// maxFolders is how many folders are probed with a made-up path.
const maxFolders = 20

// folderProbe returns the probe of a folder that contains u, and makes it when the page
// that answered for u says that something is missing; nil when the page does not, or when
// nothing is known.
func (m *Prober) folderProbe(ctx context.Context, u weburl.URL, resp *fetch.Response) *probe {
	name := strings.TrimPrefix(m.scope.TargetPath(u), "/")
	top := name[:strings.IndexByte(name, '/')+1]
	if top == "" || resp.Body == nil || resp.Cut != nil || !speaksOfMissing(resp.Body) {
		return nil
	}
	if p := m.probeOf(ctx, top); p.knows() {
		return p
	}
	if parent := name[:strings.LastIndexByte(name, '/')+1]; parent != top {
		return m.probeOf(ctx, parent)
	}
	return nil
}

// probeOf returns the probe of a folder, and makes it the first time; nil when too many
// folders were probed.
func (m *Prober) probeOf(ctx context.Context, name string) *probe {
	m.mu.Lock()
	f := m.folders[name]
	mine := f == nil && len(m.folders) < maxFolders
	if mine {
		f = &folder{done: make(chan struct{})}
		m.folders[name] = f
	}
	m.mu.Unlock()
	switch {
	case f == nil:
		return nil
	case mine:
		defer close(f.done)
		f.probe = m.findIn(ctx, name)
		return &f.probe
	}
	select {
	case <-f.done:
		return &f.probe
	case <-ctx.Done():
		return nil
	}
}

// findIn requests made-up paths in a folder. Below a folder a page counts as "not found"
// only if it says so itself: logins, searches and applications rightly answer alike for all
// paths below them.
func (m *Prober) findIn(ctx context.Context, name string) probe {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	path, resp, _ := m.ask(ctx, name)
	if resp == nil {
		return probe{}
	}
	defer resp.Release()
	text, _ := charset.Decode(resp.Body, resp.Charset)
	first := newReading(text, path, resp.URL)
	if !staysAt(path, resp) || content.IsShell(text) || len(admitted(m.start, first)) == 0 {
		return probe{}
	}
	start := m.index(ctx, name)
	s, told, ok := m.takeSample(ctx, name, first, start)
	if !told || !ok || !s.admits || s.shows(start.fingerprint) || s.shows(m.start.fingerprint) {
		return probe{}
	}
	return probe{
		sample: &s, admits: true,
		note: fmt.Sprintf("%s below /%s: pages there that look the same as that answer count as not found", answers, name),
	}
}

// index reads the page of a folder. If the folder has no page, or its page says that it
// does not exist, the start page of the site takes its place.
func (m *Prober) index(ctx context.Context, name string) reading {
	u, resp, _ := m.get(ctx, m.scope.Page(name))
	if resp == nil {
		return m.start
	}
	defer resp.Release()
	text, _ := charset.Decode(resp.Body, resp.Charset)
	if speaksOfMissing(text) {
		return m.start
	}
	return newReading(text, u, resp.URL)
}

// staysAt reports whether the answer for a made-up path came from there, or from a
// page for what does not exist.
func staysAt(asked weburl.URL, resp *fetch.Response) bool {
	return strings.Contains(resp.URL.Path, path.Base(asked.Path)) || pagekind.IsError(resp.URL)
}
