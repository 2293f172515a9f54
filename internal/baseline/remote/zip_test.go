package remote

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/baseline"
)

// entry is one file of an archive.
type entry struct {
	name, text string
	mode       fs.FileMode
}

// archiveOf returns a zip archive.
func archiveOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		header.SetMode(e.mode)
		out, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	lines = baseline.Header + "\ngone /x /a\n"
	other = baseline.Header + "\ngone /y /a\n"
)

// TestArtifactsAreHostile holds that of an archive only the first report is read, within
// bounds, and that no file is written.
func TestArtifactsAreHostile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	large := entry{name: "a", text: baseline.Header + strings.Repeat("\n", baseline.MaxSize)}
	tests := map[string]struct {
		archive []byte
		want    string // the line that is read, or a part of the error
	}{
		"a baseline":        {archive: archiveOf(t, entry{name: "known.txt", text: lines}), want: "gone /x /a"},
		"a report":          {archive: archiveOf(t, entry{name: "r.json", text: "{\n  \"schema\": \"linkvet.report/1\",\n \"findings\": [{\"reason\":\"gone\",\"target\":\"/x\",\"occurrences\":[{\"page\":\"/a\"}]}]}"}), want: "gone /x /a"},
		"other files":       {archive: archiveOf(t, entry{name: "README", text: "hello"}, entry{name: "a.json", text: `{"a": 1}`}, entry{name: "z/known.txt", text: lines}), want: "gone /x /a"},
		"the first by name": {archive: archiveOf(t, entry{name: "b", text: other}, entry{name: "a", text: lines}), want: "gone /x /a"},
		"paths that leave":  {archive: archiveOf(t, entry{name: "../../linkvet-outside", text: lines}, entry{name: "/etc/b", text: other}, entry{name: `c:\d`, text: other}), want: "gone /x /a"},
		"a symbolic link":   {archive: archiveOf(t, entry{name: "a", text: other, mode: fs.ModeSymlink | 0o777}, entry{name: "b", text: lines}), want: "gone /x /a"},
		"a folder":          {archive: archiveOf(t, entry{name: "a/", mode: fs.ModeDir | 0o755}, entry{name: "b", text: lines}), want: "gone /x /a"},
		"no report":         {archive: archiveOf(t, entry{name: "a", text: "hello"}), want: "the artifact has no report baseline and no JSON report"},
		"nothing":           {archive: archiveOf(t), want: "the artifact has no report baseline and no JSON report"},
		"a damaged report":  {archive: archiveOf(t, entry{name: "a\x1b", text: baseline.Header + "\ngone\n"}, entry{name: "b", text: lines}), want: `the file "a\x1b" of the artifact: line 2: it must be REASON TARGET PAGE`},
		"a zip bomb":        {archive: archiveOf(t, large), want: `the file "a" of the artifact: it is too large`},
		"no archive":        {archive: []byte("<html>"), want: "the artifact is not a zip archive: zip: not a valid zip file"},
		"a cut archive":     {archive: archiveOf(t, entry{name: "a", text: lines})[30:], want: "the "},
	}
	for name, test := range tests {
		places, err := fromZip(test.archive)
		got := fmt.Sprint(err)
		if err == nil {
			got = ""
			for place := range places {
				got += place.Line()
			}
		}
		if !strings.HasPrefix(got, test.want) || err == nil && got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
	if found, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(found) > 0 {
		t.Errorf("files were written: %q, %v", found, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "..", "..", "linkvet-outside")); err == nil {
		t.Error("a file was written outside")
	}
}

// FuzzArtifact reads any bytes as an artifact.
func FuzzArtifact(f *testing.F) {
	f.Add(archiveOf(f, entry{name: "a", text: "x"}, entry{name: "../b", text: lines}))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, archive []byte) {
		if places, err := fromZip(archive); (places == nil) == (err == nil) {
			t.Errorf("%q: %v, %v", archive, places, err)
		}
	})
}
