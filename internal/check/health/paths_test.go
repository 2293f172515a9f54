package health

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestSettingsThatOpenALogin(t *testing.T) {
	t.Parallel()
	for kind, way := range waysIn {
		text := strings.NewReplacer("${{ secrets.", "", " }}", "").Replace(way.setting)
		cfg, err := config.Load(config.Sources{File: []byte(text), FileName: ".linkvet.yml"})
		if err != nil || len(cfg.Headers) != max(1, len(way.headers)) {
			t.Fatalf("%s: %s is read as %v and %v", kind, way.setting, cfg.Headers, err)
		}
		for i, name := range way.headers {
			if h := cfg.Headers[i]; h.Name != name || h.Value == "" {
				t.Errorf("%s: %s is read as %v", kind, way.setting, h)
			}
		}
	}
}

func TestRedirectsToLogin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, hops string
		want       bool
	}{
		{from: "/a", hops: "", want: false},
		{from: "/a", hops: "/login", want: true},
		{from: "/a", hops: "/view?path=%2Fa", want: false},
		{from: "/login", hops: "/login/", want: false},
		{from: "/a", hops: "/login https://sso.example/authorize?client=1 /a?code=1", want: false},
		{from: "/a", hops: "https://sso.example/authorize?client=1", want: true},
		{from: "/a", hops: "https://sso.example/", want: true},
		{from: "/a", hops: "https://id.example/gate?next=%2Fa", want: true},
		{from: "/a", hops: "https://id.example/gate?next=https%3A%2F%2Fsite.example%2Fa", want: true},
		{from: "/a", hops: "https://id.example/gate?next=%2Fab", want: false},
		{from: "/a", hops: "https://id.example/x https://id.example/realms/x/protocol/openid-connect/auth", want: true},
		{from: "/a", hops: "https://shop.example/?utm_source=site.example", want: false},
		{from: "/a", hops: "https://shop.example/a", want: false},
	} {
		const origin = "https://site.example"
		from, err := weburl.Parse(origin + tt.from)
		if err != nil {
			t.Fatal(err)
		}
		var hops []link.Redirect
		for hop := range strings.FieldsSeq(tt.hops) {
			if strings.HasPrefix(hop, "/") {
				hop = origin + hop
			}
			hops = append(hops, link.Redirect{Status: 302, URL: hop})
		}
		if got := RedirectsToLogin(from, hops); got != tt.want {
			t.Errorf("%s to %s: got %v", tt.from, tt.hops, got)
		}
	}
}
