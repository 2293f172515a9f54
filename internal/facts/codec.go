package facts

import (
	"encoding/binary"
	"errors"
)

// Encoder builds a key or a value from several fields. The zero value is ready.
type Encoder struct{ buf []byte }

// Uint appends a number.
func (e *Encoder) Uint(n uint64) { e.buf = binary.AppendUvarint(e.buf, n) }

// Int appends a number with a sign.
func (e *Encoder) Int(n int64) { e.buf = binary.AppendVarint(e.buf, n) }

// Bool appends a yes or no.
func (e *Encoder) Bool(yes bool) {
	if yes {
		e.buf = append(e.buf, 1)
	} else {
		e.buf = append(e.buf, 0)
	}
}

// Flags appends a number that has bit i set when the i-th of them is true.
func (e *Encoder) Flags(are ...bool) {
	n := uint64(0)
	for i, is := range are {
		if is {
			n |= 1 << i
		}
	}
	e.Uint(n)
}

// String appends a text after its length.
func (e *Encoder) String(s string) {
	e.Uint(uint64(len(s)))
	e.buf = append(e.buf, s...)
}

// Bytes returns what was appended since the last Reset. It is good until the next append.
func (e *Encoder) Bytes() []byte { return e.buf }

// Reset begins the next key or value. It keeps the memory.
func (e *Encoder) Reset() { e.buf = e.buf[:0] }

var (
	errShort = errors.New("a record has fewer fields than expected")
	errMore  = errors.New("a record has more fields than expected")
	errField = errors.New("a record has a field that is not valid")
)

// Decoder reads what an Encoder built. After the first error all fields are zero.
type Decoder struct {
	rest []byte
	err  error
}

// NewDecoder returns a decoder of b, which must not change while it is used.
func NewDecoder(b []byte) *Decoder { return &Decoder{rest: b} }

// Uint reads a number.
func (d *Decoder) Uint() uint64 {
	n, size := binary.Uvarint(d.rest)
	return take(d, n, size)
}

// Int reads a number with a sign.
func (d *Decoder) Int() int64 {
	n, size := binary.Varint(d.rest)
	return take(d, n, size)
}

// take steps over the number n, for which package binary reports so many bytes: 0 when the
// bytes end too early, and fewer when the number is too large.
func take[T any](d *Decoder, n T, size int) T {
	var zero T
	switch {
	case d.err != nil:
	case size == 0:
		d.err = errShort
	case size < 0:
		d.err = errField
	default:
		d.rest = d.rest[size:]
		return n
	}
	return zero
}

// Bool reads a yes or no.
func (d *Decoder) Bool() bool {
	switch n := d.Uint(); {
	case n > 1 && d.err == nil:
		d.err = errField
		return false
	default:
		return n == 1
	}
}

// String reads a text.
func (d *Decoder) String() string { return string(d.Bytes()) }

// Bytes reads a text and returns it in place: it is good as long as the decoder's bytes.
func (d *Decoder) Bytes() []byte {
	n := d.Uint()
	if d.err != nil {
		return nil
	}
	if n > uint64(len(d.rest)) {
		d.err = errShort
		return nil
	}
	var text []byte
	text, d.rest = d.rest[:n:n], d.rest[n:]
	return text
}

// Err returns the first error; nil when there was none.
func (d *Decoder) Err() error { return d.err }

// Done returns the first error, or an error when bytes are left over.
func (d *Decoder) Done() error {
	if d.err == nil && len(d.rest) > 0 {
		d.err = errMore
	}
	return d.err
}
