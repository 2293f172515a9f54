package fetch

import (
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
)

// readAnswer reads as much of an answer's body as is wanted, and closes it. Its error is
// that of a body which is not whole.
func (a *attempt) readAnswer(resp *http.Response) error {
	a.drop()
	a.read, a.cut = true, nil
	a.botProtection = protection.Bot(resp.StatusCode, resp.Header)
	a.login = protection.LoginOf(resp.StatusCode, resp.Header)
	searches := a.botProtection == "" && protection.NeedsBody(resp.StatusCode, resp.Header)
	a.contentType, a.charset = mediaType(resp.Header)
	a.html = isHTML(a.contentType)
	_, redirect := transport.LocationOf(resp)
	if redirect || a.question.want == Answer || a.contentType != "" && !a.wantsBody() {
		if searches && !redirect {
			a.searchBody(resp, body.Peek(resp, protection.HeadBytes, a.stop))
		}
		body.Drain(resp, a.stop)
		return nil
	}
	defer resp.Body.Close()
	a.body = a.sender.memory.Take(resp, a.sender.bodyLimit(a.onSite))
	err := a.readBody(resp)
	if a.body != nil {
		if searches {
			a.searchBody(resp, a.body.Bytes())
		}
		if a.login == "" {
			a.login = protection.LoginInBody(resp.StatusCode, resp.Header, a.body.Bytes())
		}
	}
	if err != nil {
		a.cut = explainBody(err, resp.Request.URL.Hostname(), a.body.Len())
	}
	return err
}

// searchBody searches a body that begins with head for signs of bot protection.
func (a *attempt) searchBody(resp *http.Response, head []byte) {
	a.botProtection = protection.BotInBody(resp.StatusCode, resp.Header, head)
	if a.botProtection != "" {
		a.host.Limiter.ForgetFailures()
	}
}

// readBody reads the body of resp, or only its head when that shows that the body is not
// wanted.
func (a *attempt) readBody(resp *http.Response) error {
	if err := body.Decode(resp); err != nil {
		return err
	}
	if a.contentType == "" {
		if err := body.ReadHead(a.body, resp); err != nil {
			return err
		}
		a.html = looksLikeHTML(a.body.Bytes())
		if !a.wantsBody() {
			a.drop()
			body.Drain(resp, a.stop)
			return nil
		}
	}
	if err := a.sender.memory.ReadRest(a.body, resp, a.sender.bodyLimit(a.onSite)); err != nil {
		return err
	}
	if !a.html {
		return nil // a sitemap may be a file in gzip
	}
	return body.CheckDecoded(a.body.Bytes())
}

// wantsBody reports whether the body is wanted, by its media type.
func (a *attempt) wantsBody() bool {
	switch a.question.want {
	case Page:
		return a.html
	case Document:
		return a.html || mayHaveLinks(a.contentType)
	}
	return a.question.want == Body
}

// drop gives the buffer back.
func (a *attempt) drop() {
	if a.body != nil {
		a.sender.memory.Put(a.body)
		a.body = nil
	}
}
