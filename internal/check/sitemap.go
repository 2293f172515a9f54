package check

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// errPage is the cause when a page is in the place of a sitemap.
var errPage = errors.New("it is an HTML page")

// SitemapError says why there is nothing to read at the place of a sitemap.
type SitemapError struct {
	// Absent is whether the answer says that there is no sitemap. Otherwise there
	// was no answer, or one that does not tell.
	Absent bool
	cause  error
}

// Error is the cause.
func (e *SitemapError) Error() string { return e.cause.Error() }

// Unwrap returns the cause.
func (e *SitemapError) Unwrap() error { return e.cause }

// Sitemap is a request for a sitemap, which continues while other things are done.
type Sitemap struct {
	// URL is what is asked for.
	URL weburl.URL

	answered chan struct{}
	response *fetch.Response
	err      error
	// mistake is set where there is no answer for a mistake of ours.
	mistake error
}

// AskSitemap asks for the sitemap at u until ctx ends. The caller releases it.
func AskSitemap(ctx context.Context, client site.Fetcher, u weburl.URL) *Sitemap {
	s := &Sitemap{URL: u, answered: make(chan struct{})}
	go func() {
		defer close(s.answered)
		problem := contain.Panic("request the sitemap", u.Redacted(), func() { s.response, s.err = client.Do(ctx, fetch.Request{URL: u, Want: fetch.Body}) })
		if problem != "" {
			s.err = errors.New(problem)
			s.mistake = s.err
		}
	}()
	return s
}

// UsualSitemap is where the sitemap of a site is looked for that is read at home.
func UsualSitemap(home weburl.URL) weburl.URL {
	home.Path = home.Path[:strings.LastIndexByte(home.Path, '/')+1] + "sitemap.xml"
	home.User, home.Query, home.Fragment = "", "", ""
	return home
}

// ExcludesSitemap reports whether exclude names the sitemap at u. include has no say: it
// chooses links, and a sitemap is where these are found.
func (j *Job) ExcludesSitemap(u weburl.URL, isInternal bool) bool {
	return j.excludes(j.NamesOf(Destination{URL: u, Internal: isInternal})...)
}

// Text is what the sitemap holds, unpacked, good until it is released. It waits
// for the answer while ctx lasts. The error says why there is none.
func (s *Sitemap) Text(ctx context.Context) ([]byte, error) {
	select {
	case <-s.answered:
	case <-ctx.Done():
		return nil, &SitemapError{cause: context.Cause(ctx)}
	}
	resp := s.response
	switch {
	case s.mistake != nil:
		return nil, s.mistake
	case s.err != nil:
		return nil, &SitemapError{cause: s.err}
	case resp.Status != http.StatusOK:
		return nil, &SitemapError{Absent: resp.Status < 500, cause: fmt.Errorf("status %d", resp.Status)}
	case resp.HTML:
		return nil, &SitemapError{Absent: true, cause: errPage}
	case resp.Cut != nil:
		return nil, resp.Cut
	}
	return Unpack(resp.Body)
}

// Size waits for the answer while ctx lasts, and is how many bytes Text may have.
func (s *Sitemap) Size(ctx context.Context) (int64, error) {
	select {
	case <-s.answered:
	case <-ctx.Done():
		return 0, &SitemapError{cause: context.Cause(ctx)}
	}
	if s.response == nil {
		return 0, nil
	}
	return UnpackedSize(s.response.Body), nil
}

// Release waits for the answer and gives it back; nil is none.
func (s *Sitemap) Release() {
	if s == nil {
		return
	}
	<-s.answered
	if s.err == nil {
		s.response.Release()
	}
}

// MaxUnpacked is the size in bytes past which a packed document is not read on.
const MaxUnpacked = 64 << 20

// ErrUnpacked is the cause when a packed document is larger than that.
var ErrUnpacked = errors.New("larger than 64 MiB when unpacked")

// Unpack undoes gzip, in which sitemaps may come.
func Unpack(src []byte) ([]byte, error) {
	if !IsPacked(src) {
		return src, nil
	}
	unzip, err := gzip.NewReader(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(unzip, MaxUnpacked+1))
	if err == nil && len(text) > MaxUnpacked {
		err = ErrUnpacked
	}
	return text, err
}

// UnpackedSize is how many bytes a document may have that came so, once it is unpacked.
func UnpackedSize(src []byte) int64 {
	if IsPacked(src) {
		return MaxUnpacked
	}
	return int64(len(src))
}

// IsPacked reports whether a document came in gzip.
func IsPacked(src []byte) bool { return bytes.HasPrefix(src, []byte{0x1f, 0x8b}) }
