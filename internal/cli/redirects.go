package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/report"
)

// maxRules is how many bytes a file may have that is compared with the new redirects.
const maxRules = 64 << 20

// errOtherRules keeps a file that the project may use: its rules would be lost.
var errOtherRules = errors.New("the file exists with other content, and is left as it was; write to another path, and add the rules to the file")

// isStubFolder reports whether a report is a directory for pages that send readers on.
func isStubFolder(file config.ReportFile) bool {
	return file.Format == report.FormatRedirects && strings.HasSuffix(file.Path, "/")
}

// writeRedirects writes the redirects for lost URLs. It replaces no other file.
func (s *session) writeRedirects(file config.ReportFile, r *link.Report) error {
	if isStubFolder(file) {
		return writeStubs(file.Path, r)
	}
	var text bytes.Buffer
	if err := s.render(&text, file.Format, r, report.TextOptions{}); err != nil {
		return err
	}
	old, err := openfile.Read(file.Path, maxRules)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(old) == 0:
	case err != nil:
		return openfile.Cause(err)
	case bytes.Equal(old, text.Bytes()), text.Len() == 0:
		return nil
	default:
		return errOtherRules
	}
	return output.Replace(file.Path, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
}

// writeStubs writes pages that send readers on into a directory.
func writeStubs(folder string, r *link.Report) error {
	if r.Redirects == nil {
		return nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return openfile.Cause(err)
	}
	for _, stub := range r.Redirects.Files {
		if err = writeStub(root, stub); err != nil {
			err = fmt.Errorf("%q: %w", stub.Name, openfile.Cause(err))
			break
		}
	}
	return errors.Join(err, root.Close())
}

// writeStub writes one page, which may be there from an earlier run.
func writeStub(root *os.Root, stub link.RuleFile) error {
	if err := root.MkdirAll(path.Dir(stub.Name), output.DirMode); err != nil {
		return err
	}
	switch old, err := openfile.ReadIn(root, stub.Name, maxRules); {
	case errors.Is(err, fs.ErrNotExist):
		return root.WriteFile(stub.Name, []byte(stub.Text), 0o644)
	case err == nil && string(old) != stub.Text:
		return errOtherRules
	default:
		return err
	}
}
