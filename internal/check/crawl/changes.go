package crawl

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
)

// The parts of a new deployment do not arrive everywhere at once: for about a minute, a host
// may send new pages whose files it does not have yet, or old pages whose files it has no
// more. So what is missing is requested once more before the run ends, and a site that was
// replaced meanwhile makes the run incomplete: its pages are of two deployments.

var foundLater = check.Text{
	One:  "1 target of the site was missing at first and found by a second request, such as {names}: the deployment was not complete",
	Many: "{n} targets of the site were missing at first and found by a second request, such as {names}: the deployment was not complete",
}

// askAgain requests once more what is missing, when the deployment should be complete.
func (c *crawl) askAgain(ctx context.Context) {
	var missing []*target.Target
	for _, t := range c.checker.Internal {
		if t.Linked && t.Outcome.Verdict == link.Broken && t.Outcome.Status == http.StatusNotFound {
			missing = append(missing, t)
		}
	}
	isPart := func(t *target.Target) bool { return t.Holds != link.NoKind || !t.Follow && isNamedAsFile(t.URL.Path) }
	if end, ok := ctx.Deadline(); slices.ContainsFunc(missing, isPart) && (!ok || end.After(c.job.Settled)) {
		// Style sheets, scripts and pictures are what arrives last. A missing page is mostly a
		// wrong link, for which no run should wait.
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(c.job.Settled)):
		}
	}
	if len(missing) == 0 || ctx.Err() != nil {
		return
	}
	c.checker.AskAgain(ctx, missing)
	var found []string
	for _, t := range missing {
		if t.Outcome.Verdict != link.Broken {
			found = append(found, c.job.Scope.Target(t.URL))
		}
	}
	slices.Sort(found)
	if len(found) > 0 {
		c.remarks = append(c.remarks, foundLater.Of(len(found), found))
	}
}

// noteChange compares the scripts and style sheets of the start page with those that it names
// now: tools give these a new name in each deployment. A page that names others at each request has
// not changed: Akamai's bot protection puts such a script into pages.
func (c *crawl) noteChange(ctx context.Context, before []string) {
	now, ok := c.assetsNow(ctx)
	if !ok || slices.Equal(before, now) {
		return
	}
	if again, ok := c.assetsNow(ctx); !ok || !slices.Equal(now, again) {
		return
	}
	named := func(names []string) string { return cmp.Or(check.FirstNames(names), "no script or style sheet") }
	c.problems = append(c.problems, fmt.Sprintf("the site changed during the run: its start page named %s, and names %s now; run linkvet again", named(before), named(now)))
}

// assetsNow requests the start page once more; ok is false when no answer says what it is now.
// A page that is gone names none.
func (c *crawl) assetsNow(ctx context.Context) (names []string, ok bool) {
	resp, err := c.job.Client.Do(ctx, fetch.Request{URL: c.start.URL, Want: fetch.Document})
	if err != nil {
		return nil, false
	}
	defer resp.Release()
	if resp.Status == http.StatusNotFound || resp.Status == http.StatusGone {
		return nil, true
	}
	if _, ok := c.job.Scope.Internal(resp.URL); !ok || resp.Status != http.StatusOK || !resp.HTML || resp.BotProtection != "" || resp.Cut != nil {
		return nil, false
	}
	return c.assets(resp), true
}

// assets are the scripts and style sheets of the site that a page names, in order and without
// their queries, as programs put the time there.
func (c *crawl) assets(resp *fetch.Response) (names []string) {
	text, _ := charset.Decode(resp.Body, resp.Charset)
	var page scan.Page
	scan.HTML(text, scan.Options{}, &page)
	for i := range page.Links {
		l := &page.Links[i]
		if l.Holds != link.CSSKind && (l.Element != "script" || l.Attribute != "src") {
			continue
		}
		if to, err := resp.URL.Resolve(l.Raw); err == nil {
			if internal, ok := c.job.Scope.Internal(to); ok {
				names = append(names, strings.Clone(c.job.Scope.TargetPath(internal)))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
