package weburl

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
)

// TestRequestLine reads what net/http really writes on the wire.
func TestRequestLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, path, want string }{
		{name: "plain", path: "/a/b?c=d#e", want: "/a/b?c=d"},
		{name: "root", path: "", want: "/"},
		{name: "escapes kept as written", path: "/a%2fb/%C3%bc/%7E", want: "/a%2fb/%C3%bc/%7E"},
		{name: "broken escape", path: "/%zz/100%", want: "/%zz/100%"},
		{name: "bar", path: "/a|b", want: "/a|b"},
		{name: "empty query", path: "/a?", want: "/a?"},
		{name: "query with odd bytes", path: "/a?|=%zz&ü", want: "/a?|=%zz&%C3%BC"},
		{name: "double slash", path: "//a//b", want: "//a//b"},
		{name: "double slash and a broken escape", path: "//a/%zz", want: "http://HOST//a/%zz"},
		{name: "star", path: "/*", want: "/*"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			host, lines := recordRequests(t)
			want := strings.Replace(tt.want, "HOST", host, 1) // the address is only known now
			u := mustParse(t, "http://"+host+tt.path)
			request := (&http.Request{Header: http.Header{}, URL: u.Request()}).WithContext(t.Context())
			response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if got := <-lines; got != "GET "+want+" HTTP/1.1" {
				t.Errorf("request line %q, want target %q", got, want)
			}
		})
	}
}

// recordRequests answers one connection with an empty page and hands over the
// first line that came in.
func recordRequests(t *testing.T) (host string, lines <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	out := make(chan string, 1)
	go func() {
		defer close(out)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		reader := textproto.NewReader(bufio.NewReader(conn))
		line, _ := reader.ReadLine()
		_, _ = reader.ReadMIMEHeader()
		out <- line
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	}()
	return listener.Addr().String(), out
}

func TestRequestCredentials(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, user, password string }{
		{name: "both", raw: "http://me:p%40%3Aw@ex.com/", user: "me", password: "p@:w"},
		{name: "name only", raw: "http://m%20e@ex.com/", user: "m e", password: ""},
		{name: "password only", raw: "http://:pw@ex.com/", user: "", password: "pw"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			info := mustParse(t, tt.raw).Request().User
			password, _ := info.Password()
			if info.Username() != tt.user || password != tt.password {
				t.Errorf("got %q %q, want %q %q", info.Username(), password, tt.user, tt.password)
			}
		})
	}
	if info := mustParse(t, "http://ex.com/").Request().User; info != nil {
		t.Errorf("user info out of nowhere: %v", info)
	}
}
