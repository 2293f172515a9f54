package site

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
	"github.com/linkvet/linkvet/internal/weburl"
)

// SitemapError says why there is nothing to read at the place of a sitemap.
type SitemapError struct {
	error
	// Absent is whether the answer says that there is no sitemap. Otherwise there
	// was no answer, or one that does not tell.
	Absent bool
}

// Sitemap is a request for a sitemap, which continues while other things are done.
type Sitemap struct {
	// URL is what is asked for.
	URL weburl.URL

	answered chan struct{}
	response *fetch.Response
	// err is a SitemapError, or a mistake of ours.
	err error
}

// AskSitemap asks for the sitemap at u until ctx ends. The caller releases it.
func AskSitemap(ctx context.Context, client Fetcher, u weburl.URL) *Sitemap {
	s := &Sitemap{URL: u, answered: make(chan struct{})}
	go func() {
		defer close(s.answered)
		problem := contain.Panic("request the sitemap", u.Redacted(), func() {
			var err error
			if s.response, err = client.Do(ctx, fetch.Request{URL: u, Want: fetch.Body}); err != nil {
				s.err = &SitemapError{error: err}
			}
		})
		if problem != "" {
			s.err = errors.New(problem)
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

// wait waits for the answer while ctx lasts.
func (s *Sitemap) wait(ctx context.Context) error {
	select {
	case <-s.answered:
		return s.err
	case <-ctx.Done():
		return &SitemapError{error: context.Cause(ctx)}
	}
}

// Text is what the sitemap holds, unpacked, good until it is released. It waits
// for the answer while ctx lasts. The error says why there is none.
func (s *Sitemap) Text(ctx context.Context) ([]byte, error) {
	if err := s.wait(ctx); err != nil {
		return nil, err
	}
	resp := s.response
	switch {
	case resp.Status != http.StatusOK:
		return nil, &SitemapError{Absent: resp.Status < 500, error: fmt.Errorf("status %d", resp.Status)}
	case resp.HTML:
		return nil, &SitemapError{Absent: true, error: errors.New("it is an HTML page")}
	case resp.Cut != nil:
		return nil, resp.Cut
	}
	return Unpack(resp.Body)
}

// Size waits for the answer while ctx lasts, and is how many bytes Text may have.
func (s *Sitemap) Size(ctx context.Context) (int64, error) {
	if err := s.wait(ctx); err != nil {
		return 0, err
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
