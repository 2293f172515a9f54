package facts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

const (
	// maxHeader is how many bytes the header may have as JSON.
	maxHeader = 4 << 20
	// MaxShards is in how many shares a site may be read.
	MaxShards = 1000
)

// Header says where the facts of a file come from. It is JSON in the file.
type Header struct {
	// Schema is the constant of that name in the build that wrote the file.
	Schema string `json:"schema"`
	// Version is linkvet's own.
	Version string `json:"version"`
	// Mode and Target are those of the run.
	Mode   link.Mode `json:"mode"`
	Target string    `json:"target"`
	// Sites are the URLs where the site is served, in the order of the scope; empty when
	// they are not known.
	Sites []string `json:"sites,omitempty"`
	// Base is the base path of the site when no host is known.
	Base string `json:"base,omitempty"`
	// Inferred is set when the run inferred Sites or Base.
	Inferred bool `json:"inferred,omitempty"`
	// Shared is set when the host has other sites too.
	Shared bool `json:"shared,omitempty"`
	// Build identifies the build of the site that was read. All shards of a part have the
	// same. In facts with only answers it is [Set.Build] of the parts.
	Build string `json:"build"`
	// Shard is which of Shards shares was read, from 1; 1 of 1 is a whole run.
	Shard  int `json:"shard"`
	Shards int `json:"shards"`
	// Answers is "I/N" in facts that hold only the answers of that share of the hosts.
	Answers string `json:"answers,omitempty"`
	// Settings are those that decide verdicts, as written. All files of a merge have the
	// same: what may differ between its parts does not belong here.
	Settings map[string]string `json:"settings,omitempty"`
	// Notes are for people.
	Notes []string `json:"notes,omitempty"`

	answers share // as Answers
}

// share is share i of n.
type share struct{ i, n int }

// encode returns the header as JSON.
func (h Header) encode() ([]byte, error) {
	h.Schema = Schema
	if err := h.complete(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if len(text) > maxHeader {
		return nil, fmt.Errorf("the header of the facts has %d bytes, more than %d", len(text), maxHeader)
	}
	return text, nil
}

// decodeHeader reads the header of a file that this build can read.
func decodeHeader(text []byte) (Header, error) {
	// The two fields that each schema has are read first: another schema may have others.
	var made struct{ Schema, Version string }
	if err := json.Unmarshal(text, &made); err != nil {
		return Header{}, damaged("its header is not valid")
	}
	if made.Schema != Schema {
		return Header{}, fmt.Errorf("it was made by linkvet %s in the form %q, and this build reads %q: run the shards again with one version", link.Cut(made.Version), link.Cut(made.Schema), Schema)
	}
	var h Header
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return Header{}, damaged("its header is not valid: " + link.Cut(err.Error()))
	}
	if err := h.complete(); err != nil {
		return Header{}, damaged(err.Error())
	}
	h.answers, _ = readShare(h.Answers) // was checked
	return h, nil
}

// complete returns what is wrong with the header of a file.
func (h Header) complete() error {
	if h.Build == "" {
		return errors.New("its header does not say which build of the site was read")
	}
	return h.validate()
}

// validate returns what is wrong with a header whose build is not known yet.
func (h Header) validate() error {
	switch {
	case h.Mode != link.Directory && h.Mode != link.Live:
		return fmt.Errorf("its header has the unknown mode %q", link.Cut(string(h.Mode)))
	case h.Shards < 1 || h.Shards > MaxShards || h.Shard < 1 || h.Shard > h.Shards:
		return fmt.Errorf("its header has shard %d of %d", h.Shard, h.Shards)
	}
	if h.Answers != "" {
		_, err := readShare(h.Answers)
		return err
	}
	return nil
}

// readShare reads "I/N".
func readShare(text string) (s share, err error) {
	i, n, _ := strings.Cut(text, "/")
	s.i, _ = strconv.Atoi(i) // 0 if it is no number
	s.n, _ = strconv.Atoi(n)
	if s.i < 1 || s.i > s.n || s.n > MaxShards || fmt.Sprintf("%d/%d", s.i, s.n) != text {
		return s, fmt.Errorf("its header has the answers %q", link.Cut(text))
	}
	return s, nil
}
