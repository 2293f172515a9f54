package fetch

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
	response *Response // nil when there was none
	err      error
}

// AskSitemap asks for the sitemap at u until ctx ends, with do. The caller releases it.
func AskSitemap(ctx context.Context, do func(context.Context, Request) (*Response, error), u weburl.URL) *Sitemap {
	s := &Sitemap{URL: u, answered: make(chan struct{})}
	go func() {
		defer close(s.answered)
		if problem := contain.Panic("request the sitemap", u.Redacted(), func() { s.ask(ctx, do) }); problem != "" {
			s.err = errors.New(problem)
		}
	}()
	return s
}

func (s *Sitemap) ask(ctx context.Context, do func(context.Context, Request) (*Response, error)) {
	resp, err := do(ctx, Request{URL: s.URL, Want: Body})
	if err != nil {
		s.err = &SitemapError{error: err}
		return
	}
	s.response = resp
	switch {
	case resp.Status != http.StatusOK:
		s.err = &SitemapError{Absent: resp.Status < 500, error: fmt.Errorf("status %d", resp.Status)}
	case resp.HTML:
		s.err = &SitemapError{Absent: true, error: errors.New("it is an HTML page")}
	default:
		s.err = resp.Cut
	}
}

// UsualSitemap is where the sitemap of a site is looked for that is read at home.
func UsualSitemap(home weburl.URL) weburl.URL {
	home.Path = home.Path[:strings.LastIndexByte(home.Path, '/')+1] + "sitemap.xml"
	home.User, home.Query, home.Fragment = "", "", ""
	return home
}

// Packed waits for the answer while ctx lasts, and returns what came, which may be in gzip. It is
// good until the sitemap is released. The error says why there is nothing to read.
func (s *Sitemap) Packed(ctx context.Context) ([]byte, error) {
	select {
	case <-s.answered:
	case <-ctx.Done():
		return nil, &SitemapError{error: context.Cause(ctx)}
	}
	if s.err != nil {
		return nil, s.err
	}
	return s.response.Body, nil
}

// Text is Packed, unpacked.
func (s *Sitemap) Text(ctx context.Context) ([]byte, error) {
	packed, err := s.Packed(ctx)
	if err != nil {
		return nil, err
	}
	return Unpack(packed)
}

// Release waits for the answer and gives it back; nil is none.
func (s *Sitemap) Release() {
	if s == nil {
		return
	}
	<-s.answered
	if s.response != nil {
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
