package site

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

// MaxUnpacked is the size in bytes past which a packed document is not read on.
const MaxUnpacked = 64 << 20

// ErrUnpacked is the cause when a packed document is larger than that.
var ErrUnpacked = errors.New("larger than 64 MiB when unpacked")

// Unpack undoes gzip, in which sitemaps may come.
func Unpack(src []byte) ([]byte, error) {
	if !IsPacked(src) {
		return src, nil
	}
	unzip, err := gzip.NewReader(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(unzip, MaxUnpacked+1))
	if err == nil && len(text) > MaxUnpacked {
		err = ErrUnpacked
	}
	return text, err
}

// UnpackedSize is how many bytes a document may have that came so, once it is unpacked.
func UnpackedSize(src []byte) int64 {
	if IsPacked(src) {
		return MaxUnpacked
	}
	return int64(len(src))
}

// IsPacked reports whether a document came in gzip.
func IsPacked(src []byte) bool { return bytes.HasPrefix(src, []byte{0x1f, 0x8b}) }
