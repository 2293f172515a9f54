// Package secureurl finds URLs with http: that answer the same with https:.
package secureurl

import (
	"context"
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Fetcher sends requests within the limits of a run.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// atOnce is how many URLs are compared at once. The fetcher has its own limits for each host.
const atOnce = 16

// Same returns those of some URLs with http: that answer the same with https:. Both are
// requested. URLs that were not compared when ctx ends are not among them, nor those that
// could not be compared for a reason in problems.
func Same(ctx context.Context, client Fetcher, urls []weburl.URL) (same map[weburl.URL]bool, problems []string) {
	same = map[weburl.URL]bool{}
	var mu sync.Mutex
	var group sync.WaitGroup
	semaphore := make(chan struct{}, atOnce)
	for _, u := range urls {
		semaphore <- struct{}{}
		group.Go(func() {
			defer func() { <-semaphore }()
			is := false
			problem := contain.Panic("compare with https the page", u.Redacted(), func() { is = ctx.Err() == nil && isSame(ctx, client, u) })
			mu.Lock()
			defer mu.Unlock()
			if problem != "" {
				problems = append(problems, problem)
			}
			if is {
				same[u] = true
			}
		})
	}
	group.Wait()
	slices.Sort(problems)
	return same, problems
}

// isSame reports whether the host shows the same page with https:. Only HTML is compared.
func isSame(ctx context.Context, client Fetcher, u weburl.URL) bool {
	secure := u
	secure.Scheme = "https"
	after, ok := words(ctx, client, secure)
	if !ok {
		return false
	}
	before, ok := words(ctx, client, u)
	return ok && isAlike(before, after)
}

// words returns what a page shows. ok is false for an error, a redirect, and what is no page.
func words(ctx context.Context, client Fetcher, u weburl.URL) (all []string, ok bool) {
	resp, err := client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page})
	if err != nil {
		return nil, false
	}
	defer resp.Release()
	if resp.Status < 200 || resp.Status > 299 || len(resp.Redirects) > 0 || !resp.HTML || resp.Cut != nil || resp.BotProtection != "" || resp.Login != "" {
		return nil, false
	}
	title := content.TitleOf(resp.Body)
	all = content.WordsOf(resp.Body)
	return append([]string{title}, slices.Clone(all)...), len(all) > 0
}

// isAlike reports whether two pages have the same title, and nearly the same words: a few may
// change with each request, such as the time.
func isAlike(a, b []string) bool {
	if a[0] != b[0] {
		return false
	}
	count := map[string]int{}
	for _, word := range a {
		count[word]++
	}
	common := 0
	for _, word := range b {
		if count[word] > 0 {
			count[word]--
			common++
		}
	}
	return common*20 >= 19*max(len(a), len(b))
}
