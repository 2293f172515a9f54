package fetch

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What spoils a compressed body on its way may spare the next one; a server that
// names an encoding which it does not use does so each time.
func TestDamagedBodyIsAskedForAgain(t *testing.T) {
	t.Parallel()
	const text = "<title>Page</title>"
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // a bytes.Buffer takes everything
	_ = z.Close()
	good := b.String()
	flip := func(i int) string {
		b := []byte(good)
		b[i] ^= 0xff
		return string(b)
	}
	for name, test := range map[string]struct {
		first string
		tries int32
	}{
		"wrong checksum": {first: flip(len(good) - 6), tries: 2},
		"wrong length":   {first: flip(len(good) - 1), tries: 2},
		"wrong data":     {first: flip(10), tries: 2},
		"cut":            {first: good[:len(good)-9], tries: 2},
		"not compressed": {first: text, tries: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tries atomic.Int32
			address := listen(t, func(conn net.Conn, _ string) {
				body := good
				if tries.Add(1) == 1 {
					body = test.first
				}
				send(fmt.Sprintf("%sContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", htmlHead, len(body), body))(conn)
			})
			resp := do(t, testClient(t, Options{Retries: 2}), "http://"+address+"/", Page)
			defer resp.Release()
			if got := tries.Load(); got != test.tries {
				t.Errorf("asked %d times, want %d", got, test.tries)
			}
			if test.tries == 1 {
				if resp.Cut == nil {
					t.Error("the body passes for whole")
				}
				return
			}
			if diff := cmp.Diff(text, string(resp.Body)); diff != "" || resp.Cut != nil {
				t.Errorf("cut: %v, body (-want +got):\n%s", resp.Cut, diff)
			}
		})
	}
}
