package e2e

import (
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/net/http2"

	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

// serve starts a server on a loopback port for the rest of the script, and sets a variable,
// ORIGIN or NAME, to its origin. A file called like the variable with the extension .log gets a line
// for each request: method, path, and the header fields that may hold secrets. The folder has a file
// routes, which README.md describes; without one, its files are served. It is moved away, so that
// linkvet does not find its files. With -tls, SSL_CERT_FILE is the server's certificate. With
// -host, it has the name of a host on the internet, and HTTPS_PROXY leads to it. With -http1, it
// asks over HTTP/2 to be asked over HTTP/1.1.
func serve(ts *testscript.TestScript, args []string) {
	name, host, withTLS, onlyHTTP1 := "ORIGIN", "", false, false
	for ; strings.HasPrefix(args[0], "-"); args = args[1:] {
		switch option, value, _ := strings.Cut(args[0], "="); option {
		case "-name":
			name = value
		case "-host":
			host, withTLS = value, true
		case "-tls":
			withTLS = true
		case "-http1":
			withTLS, onlyHTTP1 = true, true
		default:
			ts.Fatalf("unknown option of serve: %s", option)
		}
	}
	s := &server{dir: filepath.Join(testOf(ts).TempDir(), "served")}
	ts.Check(os.Rename(ts.MkAbs(args[0]), s.dir))
	lines, err := os.ReadFile(filepath.Join(s.dir, "routes"))
	if os.IsNotExist(err) {
		lines = []byte("/* " + s.dir)
	} else {
		ts.Check(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(lines), "$WORK", ts.Getenv("WORK"))) {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] != "#" {
			r, err := parseRoute(fields)
			ts.Check(err)
			s.routes = append(s.routes, r)
		}
	}
	requests, err := os.Create(ts.MkAbs(name + ".log"))
	ts.Check(err)
	s.log = requests
	listener := httptest.NewUnstartedServer(s)
	listener.Config.ErrorLog = log.New(io.Discard, "", 0)
	// The origin is known before the first request.
	s.origin = "http://" + listener.Listener.Addr().String()
	if withTLS {
		s.origin = "https" + strings.TrimPrefix(s.origin, "http")
	}
	if host != "" {
		s.origin = "https://" + host
		signed := fetchtest.NewAuthority(testOf(ts)).Sign(testOf(ts), func(c *x509.Certificate) { c.DNSNames = []string{host} })
		listener.TLS = &tls.Config{Certificates: []tls.Certificate{signed}}
	}
	if onlyHTTP1 {
		listener.TLS = &tls.Config{NextProtos: []string{"h2", "http/1.1"}}
		listener.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){"h2": refuseHTTP2}
	}
	if withTLS {
		listener.StartTLS()
		root := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: listener.Certificate().Raw})
		ts.Check(os.WriteFile(ts.MkAbs("root.pem"), root, 0o644))
		ts.Setenv("SSL_CERT_FILE", ts.MkAbs("root.pem"))
	} else {
		listener.Start()
	}
	if host != "" {
		proxy(ts, host, listener.Listener.Addr().String())
	}
	ts.Setenv(name, s.origin)
	ts.Defer(func() {
		// A script that fails may leave a program waiting, for which Close would wait.
		_ = listener.Listener.Close()
		listener.CloseClientConnections()
		listener.Close()
		_ = requests.Close()
	})
}

// refuseHTTP2 answers each request over HTTP/2 with HTTP_1_1_REQUIRED.
func refuseHTTP2(_ *http.Server, conn *tls.Conn, _ http.Handler) {
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	frames := http2.NewFramer(conn, conn)
	for err := frames.WriteSettings(); err == nil; {
		var frame http2.Frame
		if frame, err = frames.ReadFrame(); err != nil {
			return
		}
		if frame, ok := frame.(*http2.HeadersFrame); ok {
			err = frames.WriteRSTStream(frame.StreamID, http2.ErrCodeHTTP11Required)
		}
	}
}

// route is one line of a file of routes.
type route struct {
	path   string // ends in * for all that begin with it
	answer string // a status, "hang", "close", or the name of a file or folder
	to     string // where a redirect leads, or the file of another status
	method string // only for requests with it
	needs  string // only for requests with this header field
	header http.Header
	wait   time.Duration
	times  int // only for so many requests; below 0 for all
}

func parseRoute(fields []string) (*route, error) {
	r := &route{path: fields[0], header: http.Header{}, times: -1}
	for _, field := range fields[1:] {
		name, value, isOption := strings.Cut(field, "=")
		var err error
		switch {
		case isOption && name == "method":
			r.method = value
		case isOption && name == "needs":
			r.needs = value
		case isOption && name == "type":
			r.header.Set("Content-Type", value)
		case isOption && name == "header":
			key, text, _ := strings.Cut(value, ":")
			r.header.Add(key, text)
		case isOption && name == "wait":
			r.wait, err = time.ParseDuration(value)
		case isOption && name == "times":
			r.times, err = strconv.Atoi(value)
		case r.answer == "":
			r.answer = field
		case r.to == "":
			r.to = field
		default:
			err = fmt.Errorf("unknown option")
		}
		if err != nil {
			return nil, fmt.Errorf("route %q: %q: %w", fields, field, err)
		}
	}
	return r, nil
}

// server answers by the first route that fits; what has none does not exist.
type server struct {
	dir    string
	origin string
	mu     sync.Mutex
	routes []*route
	log    io.Writer
}

func (s *server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r := s.take(req)
	if r == nil {
		http.NotFound(w, req)
		return
	}
	for name, values := range r.header {
		w.Header()[name] = values
	}
	if r.wait > 0 {
		select {
		case <-time.After(r.wait):
		case <-req.Context().Done():
			return
		}
	}
	switch status, err := strconv.Atoi(r.answer); {
	case r.answer == "hang":
		// A server notices that a client has gone only after it has read the body.
		_, _ = io.Copy(io.Discard, req.Body)
		<-req.Context().Done()
	case r.answer == "close":
		panic(http.ErrAbortHandler)
	case err == nil && status >= 300 && status < 400 && r.to != "":
		host, port, _ := strings.Cut(req.Host, ":")
		w.Header().Set("Location", strings.NewReplacer("$QUERY", req.URL.RawQuery, "$PATH", req.URL.Path, "$TOKEN", req.Header.Get("X-Token"), "$HOST", host, "$PORT", port).Replace(r.to))
		w.WriteHeader(status)
	case err == nil:
		s.file(w, req, status, r.to)
	case s.isFolder(r.answer):
		http.StripPrefix(strings.TrimSuffix(r.path, "*"), http.FileServer(http.Dir(s.path(r.answer)))).ServeHTTP(w, req)
	default:
		s.file(w, req, http.StatusOK, r.answer)
	}
}

func (s *server) isFolder(name string) bool {
	info, err := os.Stat(s.path(name))
	return err == nil && info.IsDir()
}

// path is the path of a file or folder of a route.
func (s *server) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.dir, name)
}

// file answers with a file, in which $ORIGIN is the origin of the server and $PATH the
// path that was requested; "" is no body.
func (s *server) file(w http.ResponseWriter, req *http.Request, status int, name string) {
	var data []byte
	if name != "" {
		var err error
		if data, err = os.ReadFile(s.path(name)); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		if w.Header().Get("Content-Type") == "" {
			switch filepath.Ext(name) {
			case ".html":
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
			case ".xml":
				w.Header().Set("Content-Type", "application/xml")
			case ".json":
				w.Header().Set("Content-Type", "application/json")
			default:
				w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			}
		}
	}
	w.WriteHeader(status)
	var body io.Writer = w
	if w.Header().Get("Content-Encoding") != "" {
		packed := gzip.NewWriter(w)
		defer packed.Close()
		body = packed
	}
	if req.Method != http.MethodHead {
		_, _ = io.WriteString(body, strings.NewReplacer("$ORIGIN", s.origin, "$PATH", req.URL.Path).Replace(string(data)))
	}
}

func hasField(req *http.Request, field string) bool {
	name, value, hasValue := strings.Cut(field, ":")
	got := req.Header.Get(name)
	return got != "" && (!hasValue || got == value)
}

// take logs a request and returns its route; nil for none.
func (s *server) take(req *http.Request) *route {
	s.mu.Lock()
	defer s.mu.Unlock()
	var secrets []string
	for name, values := range req.Header {
		if name == "Authorization" || name == "Cookie" || strings.HasPrefix(name, "X-") {
			secrets = append(secrets, " "+name+": "+strings.Join(values, ", "))
		}
	}
	slices.Sort(secrets)
	fmt.Fprintln(s.log, req.Method, req.URL.RequestURI()+strings.Join(secrets, ""))
	for _, r := range s.routes {
		prefix, isPrefix := strings.CutSuffix(r.path, "*")
		switch {
		case req.URL.Path != r.path && (!isPrefix || !strings.HasPrefix(req.URL.Path, prefix)):
		case r.method != "" && req.Method != r.method:
		case r.needs != "" && !hasField(req, r.needs):
		case r.times == 0:
		default:
			r.times--
			return r
		}
	}
	return nil
}
