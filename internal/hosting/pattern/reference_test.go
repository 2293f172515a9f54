package pattern

import (
	"testing"
)

func TestFill(t *testing.T) {
	t.Parallel()
	captured := map[string]string{"0": "/x/y", "1": "x", "a": "x", "ab": "y", "rest": "b/c", "empty": ""}
	for name, test := range map[string]struct{ destination, want string }{
		"nothing":              {destination: "/a/b", want: "/a/b"},
		"a name":               {destination: "/:a", want: "/x"},
		"the longest name":     {destination: "/:ab", want: "/y"},
		"a name and text":      {destination: "/:a-b", want: "/x-b"},
		"a modifier":           {destination: "/:rest*", want: "/b/c"},
		"an expression":        {destination: "/:rest(.*)", want: "/b/c"},
		"both":                 {destination: "/:rest([^)]+)+/z", want: "/b/c/z"},
		"an empty value":       {destination: "/:empty/z", want: "//z"},
		"a number":             {destination: "/$1", want: "/x"},
		"all":                  {destination: "$0", want: "/x/y"},
		"a name by its dollar": {destination: "/$ab", want: "/y"},
		"not captured":         {destination: "/:c/$2", want: "/:c/$2"},
		"a port":               {destination: "https://example.com:8080/:a", want: "https://example.com:8080/x"},
		"escaped":              {destination: `/\:a`, want: "/:a"},
		"a lonely colon":       {destination: "/a:", want: "/a:"},
		"a lonely backslash":   {destination: `/a\`, want: `/a\`},
		"an open parenthesis":  {destination: "/:a(b", want: "/x(b"},
	} {
		if got := Fill(test.destination, captured); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestUnknownReference(t *testing.T) {
	t.Parallel()
	known := func(name string) bool { return name == "a" }
	if err := UnknownReference(`https://example.com:80/:a(:b)/\:b$b/:`, known); err != nil {
		t.Error(err)
	}
	err := UnknownReference("/:a/:b/:c", known)
	if want := `the destination uses ":b", which the source does not have`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}
