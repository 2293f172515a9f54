package site

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Names of files are bytes. A merge resolves links by them, so they come back as they were.
func TestListingKeepsNamesThatAreNoUTF8(t *testing.T) {
	l := Listing{
		Name: "s\xff", Shown: "./s\xff", Folders: []string{"e\xff", "100%", "ü\ufffd"}, Unlisted: []string{"%41\xfe"},
		Causes: []string{"100% gone"}, Locked: []string{"\xff_redirects"},
		LinkedFolders: map[string]string{"l\xff": "d\xfe"}, DeadLinks: map[string]string{"dead\xff.html": "\"dead\\xff.html\""},
	}
	text, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	var got Listing
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, l) {
		t.Errorf("got %+v, want %+v", got, l)
	}
	if err := json.Unmarshal([]byte(`{"Folders":["%zz"]}`), &got); err == nil {
		t.Error("a name with a wrong escape was read")
	}
}
