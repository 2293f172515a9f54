package suggest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnchors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		ids, fragment, want string
	}{
		"case":                          {ids: "Install usage", fragment: "install", want: "Install"},
		"a sign of a template":          {ids: "install usage", fragment: "$install", want: "install"},
		"a space":                       {ids: "getting-started usage", fragment: "Getting%20Started", want: "getting-started"},
		"a quote parts words":           {ids: "whats-new usage", fragment: "what-s-new", want: "whats-new"},
		"a quote is dropped":            {ids: "what-s-new usage", fragment: "whats-new", want: "what-s-new"},
		"a dot":                         {ids: "configyml usage", fragment: "config.yml", want: "configyml"},
		"a picture":                     {ids: "quick-start usage", fragment: "%F0%9F%9A%80-quick-start", want: "quick-start"},
		"accents":                       {ids: "uber-uns usage", fragment: "%C3%BCber-uns", want: "uber-uns"},
		"Java's old way":                {ids: "add(int) add(long)", fragment: "add-int-", want: "add(int)"},
		"a question":                    {ids: "why usage", fragment: "why%3F", want: "why"},
		"GitHub's prefix":               {ids: "install usage", fragment: "user-content-install", want: "install"},
		"the second of a name":          {ids: "install usage", fragment: "install-1", want: "install"},
		"a name that is twice there":    {ids: "install-1 usage", fragment: "install", want: "install-1"},
		"renumbered":                    {ids: "4-install usage", fragment: "3-install", want: "4-install"},
		"the plural":                    {ids: "installations usage", fragment: "installation", want: "installations"},
		"a slip":                        {ids: "configuration usage", fragment: "configuraton", want: "configuration"},
		"slips in two words":            {ids: "getting-started usage", fragment: "geting-startd", want: "getting-started"},
		"a small word":                  {ids: "on-linux on-windows", fragment: "linux", want: "on-linux"},
		"the nearest of two":            {ids: "installation installations", fragment: "instalation", want: "installation"},
		"the same id twice":             {ids: "Install Install", fragment: "install", want: "Install"},
		"nothing near":                  {ids: "install usage", fragment: "pricing", want: ""},
		"no ids":                        {ids: "", fragment: "pricing", want: ""},
		"two alike":                     {ids: "in-stall Install_ INSTALL", fragment: "install", want: ""},
		"two as near":                   {ids: "installation installating", fragment: "installatin", want: ""},
		"another step":                  {ids: "step-1 step-2", fragment: "step-3", want: ""},
		"a package of another name":     {ids: "java.sql java.nio", fragment: "javax.sql", want: ""},
		"another method":                {ids: "compute(int) close()", fragment: "computed(int)", want: ""},
		"another line":                  {ids: "L10 L11", fragment: "L12", want: ""},
		"the opposite":                  {ids: "min-size", fragment: "max-size", want: ""},
		"another sign":                  {ids: "operator+", fragment: "operator*", want: ""},
		"C and C++":                     {ids: "c", fragment: "c++", want: ""},
		"a short word":                  {ids: "note", fragment: "node", want: ""},
		"nothing but signs":             {ids: "install", fragment: "---", want: ""},
		"not UTF-8":                     {ids: "install", fragment: "%ff", want: ""},
		"longer than anybody writes":    {ids: strings.Repeat("a", 4096), fragment: strings.Repeat("a", 4095), want: ""},
		"a version with a number after": {ids: "v1", fragment: "v1-2", want: ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, NewAnchors(strings.Fields(tt.ids)).Nearest(tt.fragment)); diff != "" {
				t.Errorf("#%s (-want +got):\n%s", tt.fragment, diff)
			}
		})
	}
}

func TestVariant(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		ids      []string
		fragment string
		want     string
	}{
		"lower case":        {ids: []string{"install"}, fragment: "Install", want: "install"},
		"underlines":        {ids: []string{"getting_started"}, fragment: "getting-started", want: "getting_started"},
		"an escape":         {ids: []string{"getting-started"}, fragment: "Getting%20Started", want: "getting-started"},
		"GitHub's prefix":   {ids: []string{"install"}, fragment: "user-content-install", want: "install"},
		"a capital":         {ids: []string{"Options", "option"}, fragment: "options", want: "Options"},
		"itself":            {ids: []string{"install"}, fragment: "install", want: ""},
		"nothing but signs": {ids: []string{"install"}, fragment: "---", want: ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			has := func(id string) bool { return slices.Contains(tt.ids, id) }
			if got := Variant(tt.fragment, has); got != tt.want {
				t.Errorf("for #%s: %q, want %q", tt.fragment, got, tt.want)
			}
		})
	}
}

func TestCountOfTypos(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int // negative for another name
	}{
		{"a%20b", "a b", 0},
		{"API", "api", 0},
		{"get_started", "get-started", 0},
		{"getstarted", "get-started", 0},
		{"the-install-guide", "install-guide", -1},
		{"instalation", "installation", 1},
		{"itnro", "intro", 1},
		{"component", "components", 1},
		{"customisation", "customization", 1},
		{"color", "colon", -1},
		{"v1", "v2", -1},
		{"step-1", "step-2", -1},
		{"c", "c++", -1},
		{"option-a", "option-b", -1},
		{"configuratoin-flie", "configuration-file", -1},
		{"", "a", -1},
	} {
		if got := Typos(tt.a, tt.b); got != tt.want {
			t.Errorf("Typos(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
