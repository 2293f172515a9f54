package crawl

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The parts of a new deployment do not arrive everywhere at once: for about a minute, a
// host may send new pages whose files it does not have yet, or old pages whose files it
// has no more. So files that a crawl early in a deployment did not find are requested once
// more at its end.
const (
	// early is how long after the first answer a deployment may be incomplete.
	early = time.Minute
	// maxLateFiles is the number of missing files beyond which none is requested again:
	// the parts of a deployment that arrive late are few.
	maxLateFiles = 1000
)

// lookAgain requests the files of the site once more that were not found, when the crawl is
// early in a deployment; it began then. It returns how to crawl the site again, when the
// pages that named what is still missing name other files now; nil for most crawls.
func (c *crawl) lookAgain(ctx context.Context, start weburl.URL, began time.Time) *replaced {
	missing := c.missingFiles()
	isEarly := c.job.AfterDeployment || time.Since(began) <= early
	if len(missing) == 0 || len(missing) > maxLateFiles || !isEarly || c.isSecond {
		return nil
	}
	if !sleepUntil(ctx, c.job.Settled) {
		return nil
	}
	c.checker.AskAgain(ctx, missing)
	var found []string
	missing = slices.DeleteFunc(missing, func(t *target.Target) bool {
		isFound := t.Outcome.Verdict != link.Broken
		if isFound {
			found = append(found, c.job.Scope.Target(t.URL))
		}
		return isFound
	})
	if n := len(found); n > 0 {
		c.remarks = append(c.remarks, fmt.Sprintf("%s of the site %s missing at first and found by a second request, such as %s: the deployment was not complete",
			check.Count(n, "file"), check.Plural(n, "was", "were"), check.FirstNames(found)))
	}
	unnamed := c.unnamed(ctx, missing)
	if len(unnamed) == 0 {
		return nil
	}
	first := c.startAgain(ctx, start)
	if first == nil {
		return nil
	}
	return &replaced{first: first, note: fmt.Sprintf("the site was replaced during the check, so linkvet read it again: pages named %s that did not exist, such as %s, and name other files now",
		check.Count(len(unnamed), "file"), check.FirstNames(unnamed))}
}

// sleepUntil waits until then, or not at all when ctx has to end before. It returns false
// when ctx is done.
func sleepUntil(ctx context.Context, then time.Time) bool {
	if end, ok := ctx.Deadline(); ok && !end.After(then) {
		then = time.Time{}
	}
	select {
	case <-ctx.Done():
	case <-time.After(time.Until(then)):
	}
	return ctx.Err() == nil
}

// replaced is a site that was replaced during a crawl.
type replaced struct {
	// first is the start page of the site that is there now.
	first *fetch.Response
	// note says how the crawl found out.
	note string
}

// startAgain requests the start page once more; nil when that is not a page of the site,
// such as a placeholder of the host, or not the one that the settings expect.
func (c *crawl) startAgain(ctx context.Context, start weburl.URL) *fetch.Response {
	_, resp, err := site.FindStart(ctx, c.job.Client, start, site.Wanted{Text: c.job.Config.Expect})
	if err != nil {
		return nil
	}
	if _, isInternal := c.job.Scope.Internal(resp.URL); !isInternal {
		resp.Release()
		return nil
	}
	return resp
}

// missingFiles are the files of the site that pages use and that do not exist, by name:
// style sheets, scripts, images, fonts and the like.
func (c *crawl) missingFiles() []*target.Target {
	var missing []*target.Target
	for _, t := range c.checker.Internal {
		if t.Linked && t.Outcome.Verdict == link.Broken && t.Outcome.Status == http.StatusNotFound && c.isFile(t) {
			missing = append(missing, t)
		}
	}
	slices.SortFunc(missing, func(a, b *target.Target) int {
		return cmp.Or(cmp.Compare(a.URL.Path, b.URL.Path), cmp.Compare(a.URL.Query, b.URL.Query))
	})
	return missing
}

// isFile reports whether a target is part of a page, and not a page to go to.
func (c *crawl) isFile(t *target.Target) bool {
	if t.Follow {
		return false
	}
	return t.Holds != link.NoKind || isNamedAsFile(t.URL.Path) || slices.ContainsFunc(c.checker.Links(t), func(m check.OccurrenceRef) bool {
		return m.At != nil && isPart(m.At)
	})
}

// isPart reports whether a link is to something that its page shows or runs.
func isPart(at *link.Occurrence) bool {
	if at.Element == "script" {
		return at.Attribute == "src" // structured data links to pages
	}
	return at.Attribute == "style" || slices.Contains(parts, at.Element)
}

// parts are the elements that show what they link to; "css" stands for a style sheet.
var parts = []string{
	"css", "style", "img", "image", "source", "picture", "video", "audio", "track", "embed", "object", "input", "use", "feImage",
}
