package crawl

import (
	"bytes"
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/scan"
)

// ReadAgain asks once more for a page of a live site, which is named as the report
// names it, and returns it in UTF-8, in which the links of the report have their
// places. It is nil when the page is not to be had.
func ReadAgain(ctx context.Context, j *check.Job, name string) []byte {
	u, err := j.Scope.Page("").Resolve("./" + strings.TrimPrefix(name, "/"))
	if err != nil {
		return nil
	}
	resp, err := j.Client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page})
	if err != nil {
		return nil
	}
	defer resp.Release()
	if !resp.HTML || resp.Cut != nil || resp.URL.Document() != u {
		return nil
	}
	var doc page.Document
	// What is wrong with the page was said when it was checked.
	_ = doc.Read(page.KindOf(resp), resp.Body, resp.Charset, scan.Options{})
	return bytes.Clone(doc.Text)
}
