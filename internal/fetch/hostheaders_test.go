package fetch

import (
	"net/http"
	"net/url"
	"testing"
)

func TestFieldsForAHostGoNowhereElse(t *testing.T) {
	t.Parallel()
	var other, member *server
	handler := func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "own", Value: "crumb"})
		switch {
		case r.Method == http.MethodHead:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case r.URL.Path == "/there" && "http://"+r.Host == member.URL:
			moved(w, other.URL+"/back")
		case r.URL.Path == "/there":
			moved(w, member.URL+"/back")
		case r.URL.Path == "/back" && "http://"+r.Host == member.URL:
			moved(w, other.URL+"/end")
		case r.URL.Path == "/back":
			moved(w, member.URL+"/end")
		default:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}
	member, other = serve(t, handler), serve(t, handler)
	for _, start := range []*server{member, other} {
		for _, want := range []Want{Answer, Page} {
			c := testClient(t, Options{Retries: 1, HeadersFor: func(u *url.URL) []Header {
				if "http://"+u.Host != member.URL {
					return nil
				}
				return secrets
			}})
			do(t, c, start.URL+"/there", want)
		}
	}
	for name, s := range map[string]*server{"the host": member, "another": other} {
		count := map[bool]int{}
		for _, r := range s.requests {
			count[sees(r)]++
		}
		if count[s != member] != 0 || count[s == member] < 8 {
			t.Errorf("%s saw the fields in %d requests, and none in %d", name, count[true], count[false])
		}
	}
}
