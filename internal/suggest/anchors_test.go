package suggest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnchors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		ids, fragment, want string
	}{
		"case":                          {"Install usage", "install", "Install"},
		"an underline":                  {"getting_started usage", "getting-started", "getting_started"},
		"two number signs":              {"install usage", "#install", "install"},
		"a sign of a template":          {"install usage", "$install", "install"},
		"a space":                       {"getting-started usage", "Getting%20Started", "getting-started"},
		"a quote parts words":           {"whats-new usage", "what-s-new", "whats-new"},
		"a quote is dropped":            {"what-s-new usage", "whats-new", "what-s-new"},
		"a curly quote":                 {"whats-new usage", "what%E2%80%99s-new", "whats-new"},
		"an ampersand":                  {"tips--tricks usage", "tips-tricks", "tips--tricks"},
		"a dot":                         {"configyml usage", "config.yml", "configyml"},
		"a picture":                     {"quick-start usage", "%F0%9F%9A%80-quick-start", "quick-start"},
		"accents":                       {"uber-uns usage", "%C3%BCber-uns", "uber-uns"},
		"accents kept":                  {"über-uns usage", "uber-uns", "über-uns"},
		"Java's old way":                {"add(int) add(long)", "add-int-", "add(int)"},
		"a question":                    {"why usage", "why%3F", "why"},
		"GitHub's prefix":               {"install usage", "user-content-install", "install"},
		"the second of a name":          {"install usage", "install-1", "install"},
		"a name that is twice there":    {"install-1 usage", "install", "install-1"},
		"a number of a section":         {"1-install usage", "install", "1-install"},
		"numbers of a section":          {"install usage", "2-3-install", "install"},
		"renumbered":                    {"4-install usage", "3-install", "4-install"},
		"the plural":                    {"installations usage", "installation", "installations"},
		"the plural of a short word":    {"apis usage", "api", "apis"},
		"no plural":                     {"example usage", "examples", "example"},
		"a slip":                        {"configuration usage", "configuraton", "configuration"},
		"two swapped":                   {"usage install", "usgae", "usage"},
		"slips in two words":            {"getting-started usage", "geting-startd", "getting-started"},
		"a word more":                   {"install-and-use-it usage", "install-and-use", "install-and-use-it"},
		"a small word":                  {"on-linux on-windows", "linux", "on-linux"},
		"a small word less":             {"installing-package usage", "installing-the-package", "installing-package"},
		"the nearest of two":            {"installation installations", "instalation", "installation"},
		"the same id twice":             {"Install Install", "install", "Install"},
		"nothing near":                  {"install usage", "pricing", ""},
		"no ids":                        {"", "pricing", ""},
		"two alike":                     {"in-stall Install_ INSTALL", "install", ""},
		"two as near":                   {"options-c options-d", "options", ""},
		"another step":                  {"step-1 step-2", "step-3", ""},
		"one other step":                {"step-1", "step-3", ""},
		"a package of another name":     {"java.sql java.nio", "javax.sql", ""},
		"a package within":              {"jdk.management.jfr", "jdk.management", ""},
		"another method":                {"compute(int) close()", "computed(int)", ""},
		"another version":               {"v1.2.3 v1.2.4", "v1.2.5", ""},
		"versions, numbers run on":      {"v12.3", "v1.23", ""},
		"another line":                  {"L10 L11", "L12", ""},
		"another year":                  {"2024-release", "2023-release", ""},
		"the opposite":                  {"min-size", "max-size", ""},
		"set for get":                   {"setname", "getname", ""},
		"not that":                      {"when-not-to-use-it-ever", "when-to-use-it-ever", ""},
		"another sign":                  {"operator+", "operator*", ""},
		"C and C++":                     {"c", "c++", ""},
		"a short word":                  {"note", "node", ""},
		"nothing but signs":             {"install", "---", ""},
		"not UTF-8":                     {"install", "%ff", ""},
		"longer than anybody writes":    {strings.Repeat("a", 4096), strings.Repeat("a", 4095), ""},
		"a version with a number after": {"v1", "v1-2", ""},
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
