package site

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestFilesAreAdmittedBeforeTheyTakeMemory(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	if err := os.WriteFile(filepath.Join(top, "page.html"), []byte("a page"), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := OpenDir(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	r := d.NewReader()
	defer r.Close()
	refused := errors.New("no room")
	data, err := r.ReadAdmitted(0, func(size int64) error {
		if size != 6 || r.buf != nil {
			t.Errorf("%d bytes, with memory for %d", size, cap(r.buf))
		}
		return refused
	})
	if data != nil || !errors.Is(err, refused) {
		t.Errorf("it is %q, %v", data, err)
	}
	if data, err = r.ReadAdmitted(0, func(int64) error { return nil }); string(data) != "a page" || err != nil {
		t.Errorf("it is %q, %v", data, err)
	}
	if r.Forget(); r.buf != nil {
		t.Error("the memory is kept")
	}
}
