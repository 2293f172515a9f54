package content

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// FuzzTitleAndWords holds titles to their form, and the size of words to that of the
// document.
func FuzzTitleAndWords(f *testing.F) {
	for _, seed := range []string{
		"<title> a\n&amp;b</title><p>c <img alt=d src=e>f", "<TITLE/>a</TITLE ><title>b", "<title", "<title>a</titl", "<!--<title>a</title>-->",
		"<script><title>a</title></script><meta content=b><a href=\"c&quot;d\" placeholder>\xff\u00a0e", "<svg><title>a</title></svg>&#0;&nbsp;",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if title := TitleOf(src); strings.Join(strings.Fields(title), " ") != title {
			t.Errorf("the title of %q is %q", src, title)
		}
		for _, word := range Read(src, 0).Words {
			if len(word.Text) > 4*len(src)+8 {
				t.Errorf("%q shows %q", src, word.Text)
			}
		}
	})
}

// FuzzLogin holds what is found of a login to the size of the document, and to the
// same answer twice.
func FuzzLogin(f *testing.F) {
	for _, seed := range []string{
		`<title>Log in</title><form><input type=password></form><a href="/?next=1">x</a>`,
		"<h1>Sign\n in</h1><input TYPE = 'PASSWORD'>", `<input type="password`, `<p>type=password`,
		"<input type=\tpassword\f><script><h1>login</h1></script><select><option>x</select>", `<svg/><title>a</title><h1>b<h1>login</h1><input type="Password "x>`,
		`<textarea><input type=password></textarea>`, `<!--<input type=password>-->`, `<h1><title></h1></title></svg><input type=password>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			t.Skip("long documents are only slow")
		}
		got := Read(src, 0)
		if got.size < 0 || got.size > 4*len(src) || got.Links < 0 || got.Links > len(src)/2 || got.choices > got.size {
			t.Errorf("%+v of %q", got, src)
		}
		// What comes in a second run changes nothing.
		if again := Read(bytes.Clone(src), 0); !reflect.DeepEqual(again, got) {
			t.Errorf("%+v and then %+v of %q", got, again, src)
		}
	})
}
