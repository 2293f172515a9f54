package config

import (
	"strings"
	"testing"
)

func TestYAMLHints(t *testing.T) {
	t.Parallel()
	tests := []struct{ file, want string }{
		{file: "exclude:\n  - *.pdf\n", want: `quote the value, because YAML reserves *: "*…"`},
		{file: "exclude: [/a, **/x]", want: `quote each value of the list, because YAML reserves *, @ and %: ["*…"]`},
		{file: "exclude:\n\t- x", want: `indent with spaces, not with tabs`},
		{file: "exclude:\n- '/a'\n- \"/\\.pdf$/\"", want: `put a value that contains a backslash in single quotes: '…'`},
		{file: "header: Authorization: hunter2", want: `quote the value, because it contains a colon and a space: "…"`},
		{file: "exclude: [", want: ""},
	}
	for _, tt := range tests {
		_, err := Load(Sources{File: []byte(tt.file), FileName: "f"})
		if err == nil {
			t.Errorf("%q is no fault", tt.file)
			continue
		}
		_, hint, _ := strings.Cut(err.Error(), "; ")
		if hint != tt.want || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: got %v\nwant %s", tt.file, err, tt.want)
		}
	}
}
