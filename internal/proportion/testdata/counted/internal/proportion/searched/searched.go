// Package searched counts steps: the runs of functions and of loops, and the bytes and
// elements that searches of the standard library look at or move. In the copy of the
// module that is built for counting, calls to those are calls to the functions here,
// and all others begin with Step.
package searched

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

var steps atomic.Int64

// Steps is how many bytes and elements were looked at or moved so far.
func Steps() int { return int(steps.Load()) }

// Step counts one run of a function or of a loop.
func Step() { steps.Add(1) }

// Count adds n steps and returns n.
func Count(n int) int {
	steps.Add(int64(n))
	return n
}

type text interface{ ~string | ~[]byte }

// view is t as a string, without a copy.
func view[T text](t T) string {
	if len(t) == 0 {
		return ""
	}
	b := *(*unsafe.Pointer)(unsafe.Pointer(&t)) // both begin with the address of their bytes
	return unsafe.String((*byte)(b), len(t))
}

// forward counts a search from the front that ended at index i of n, or at none.
func forward(i, n, piece int) int {
	if i < 0 {
		Count(n + 1)
	} else {
		Count(i + piece)
	}
	return i
}

// backward counts a search from the back.
func backward(i, n int) int {
	Count(n - max(i, 0) + 1)
	return i
}

// same is how many bytes both begin with, which it counts.
func same(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	Count(n + 1)
	return n
}

func Index[S, T text](s S, t T) int { return forward(strings.Index(view(s), view(t)), len(s), len(t)) }

func IndexByte[S text](s S, c byte) int {
	return forward(strings.IndexByte(view(s), c), len(s), 1)
}

func IndexRune[S text](s S, r rune) int {
	return forward(strings.IndexRune(view(s), r), len(s), 1)
}

func IndexAny[S text](s S, chars string) int {
	return forward(strings.IndexAny(view(s), chars), len(s), 1)
}

func IndexFunc[S text](s S, f func(rune) bool) int {
	return forward(strings.IndexFunc(view(s), f), len(s), 1)
}

func Contains[S, T text](s S, t T) bool                { return Index(s, t) >= 0 }
func ContainsRune[S text](s S, r rune) bool            { return IndexRune(s, r) >= 0 }
func ContainsAny[S text](s S, chars string) bool       { return IndexAny(s, chars) >= 0 }
func ContainsFunc[S text](s S, f func(rune) bool) bool { return IndexFunc(s, f) >= 0 }

func LastIndex[S, T text](s S, t T) int {
	return backward(strings.LastIndex(view(s), view(t)), len(s))
}

func LastIndexByte[S text](s S, c byte) int {
	return backward(strings.LastIndexByte(view(s), c), len(s))
}

func LastIndexAny[S text](s S, chars string) int {
	return backward(strings.LastIndexAny(view(s), chars), len(s))
}

func Cut[S, T text](s S, t T) (before, after S, found bool) {
	if i := Index(s, t); i >= 0 {
		return s[:i], s[i+len(t):], true
	}
	return s, s[len(s):], false
}

func HasPrefix[S, T text](s S, t T) bool { return same(view(s), view(t)) == len(t) }

func HasSuffix[S, T text](s S, t T) bool {
	return len(s) >= len(t) && same(view(s[len(s)-len(t):]), view(t)) == len(t)
}

func CutPrefix[S, T text](s S, t T) (after S, found bool) {
	if !HasPrefix(s, t) {
		return s, false
	}
	return s[len(t):], true
}

func CutSuffix[S, T text](s S, t T) (before S, found bool) {
	if !HasSuffix(s, t) {
		return s, false
	}
	return s[:len(s)-len(t)], true
}

func TrimPrefix[S, T text](s S, t T) S { s, _ = CutPrefix(s, t); return s }
func TrimSuffix[S, T text](s S, t T) S { s, _ = CutSuffix(s, t); return s }

func Equal[S, T text](s S, t T) bool {
	return len(s) == len(t) && same(view(s), view(t)) == len(t)
}

func Compare[S, T text](s S, t T) int {
	same(view(s), view(t))
	return strings.Compare(view(s), view(t))
}

func EqualFold[S, T text](s S, t T) bool {
	equal := strings.EqualFold(view(s), view(t))
	if equal {
		Count(len(s))
	} else {
		same(view(s), view(t))
	}
	return equal
}

// whole counts all of s.
func whole[S text](s S) S {
	Count(len(s) + 1)
	return s
}

// trimmed counts what is taken off s at its ends.
func trimmed[S text](s, rest S) S {
	Count(len(s) - len(rest) + 1)
	return rest
}

func trim[S text](s S, ofString func(string) string) S {
	rest := ofString(view(s))
	if len(rest) == 0 {
		return trimmed(s, s[:0])
	}
	from := int(uintptr(unsafe.Pointer(unsafe.StringData(rest))) - uintptr(unsafe.Pointer(unsafe.StringData(view(s)))))
	return trimmed(s, s[from:from+len(rest)])
}

func TrimSpace[S text](s S) S { return trim(s, strings.TrimSpace) }

func Trim[S text](s S, cutset string) S {
	return trim(s, func(s string) string { return strings.Trim(s, cutset) })
}

func TrimLeft[S text](s S, cutset string) S {
	return trim(s, func(s string) string { return strings.TrimLeft(s, cutset) })
}

func TrimRight[S text](s S, cutset string) S {
	return trim(s, func(s string) string { return strings.TrimRight(s, cutset) })
}

func TrimFunc[S text](s S, f func(rune) bool) S {
	return trim(s, func(s string) string { return strings.TrimFunc(s, f) })
}

func TrimLeftFunc[S text](s S, f func(rune) bool) S {
	return trim(s, func(s string) string { return strings.TrimLeftFunc(s, f) })
}

func TrimRightFunc[S text](s S, f func(rune) bool) S {
	return trim(s, func(s string) string { return strings.TrimRightFunc(s, f) })
}

func Valid(s []byte) bool               { return utf8.Valid(whole(s)) }
func ValidString(s string) bool         { return utf8.ValidString(whole(s)) }
func RuneCount(s []byte) int            { return utf8.RuneCount(whole(s)) }
func RuneCountInString(s string) int    { return utf8.RuneCountInString(whole(s)) }
func TextCount[S, T text](s S, t T) int { return strings.Count(view(whole(s)), view(t)) }

func StringsToLower(s string) string                { return strings.ToLower(whole(s)) }
func StringsToUpper(s string) string                { return strings.ToUpper(whole(s)) }
func StringsMap(f func(rune) rune, s string) string { return strings.Map(f, whole(s)) }
func StringsToValidUTF8(s, with string) string      { return strings.ToValidUTF8(whole(s), with) }

func StringsReplaceAll(s, old, with string) string { return strings.ReplaceAll(whole(s), old, with) }

func StringsReplace(s, old, with string, n int) string {
	return strings.Replace(whole(s), old, with, n)
}
func StringsFields(s string) []string                        { return strings.Fields(whole(s)) }
func StringsFieldsFunc(s string, f func(rune) bool) []string { return strings.FieldsFunc(whole(s), f) }
func StringsSplit(s, sep string) []string                    { return strings.Split(whole(s), sep) }
func StringsJoin(list []string, sep string) string {
	Count(len(list))
	return whole(strings.Join(list, sep))
}

func StringsSplitN(s, sep string, n int) []string {
	parts := strings.SplitN(s, sep, n)
	for i, part := range parts {
		if i < n-1 || n < 0 {
			whole(part)
		}
	}
	return parts
}

func BytesToLower(s []byte) []byte                         { return bytes.ToLower(whole(s)) }
func BytesToUpper(s []byte) []byte                         { return bytes.ToUpper(whole(s)) }
func BytesReplaceAll(s, old, with []byte) []byte           { return bytes.ReplaceAll(whole(s), old, with) }
func BytesFields(s []byte) [][]byte                        { return bytes.Fields(whole(s)) }
func BytesFieldsFunc(s []byte, f func(rune) bool) [][]byte { return bytes.FieldsFunc(whole(s), f) }
func BytesSplit(s, sep []byte) [][]byte                    { return bytes.Split(whole(s), sep) }

// each counts pieces as they are taken.
func each[S text](pieces iter.Seq[S]) iter.Seq[S] {
	return func(yield func(S) bool) {
		for piece := range pieces {
			if !yield(whole(piece)) {
				return
			}
		}
	}
}

func StringsLines(s string) iter.Seq[string]         { return each(strings.Lines(s)) }
func StringsSplitSeq(s, sep string) iter.Seq[string] { return each(strings.SplitSeq(s, sep)) }
func StringsFieldsSeq(s string) iter.Seq[string]     { return each(strings.FieldsSeq(s)) }
func BytesLines(s []byte) iter.Seq[[]byte]           { return each(bytes.Lines(s)) }
func BytesSplitSeq(s, sep []byte) iter.Seq[[]byte]   { return each(bytes.SplitSeq(s, sep)) }
func BytesFieldsSeq(s []byte) iter.Seq[[]byte]       { return each(bytes.FieldsSeq(s)) }

func StringsFieldsFuncSeq(s string, f func(rune) bool) iter.Seq[string] {
	return each(strings.FieldsFuncSeq(s, f))
}

func BytesFieldsFuncSeq(s []byte, f func(rune) bool) iter.Seq[[]byte] {
	return each(bytes.FieldsFuncSeq(s, f))
}

func SlicesContains[S ~[]E, E comparable](s S, e E) bool { return SlicesIndex(s, e) >= 0 }

func SlicesIndex[S ~[]E, E comparable](s S, e E) int {
	return forward(slices.Index(s, e), len(s), 1)
}

func SlicesIndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	return forward(slices.IndexFunc(s, f), len(s), 1)
}

func SlicesContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return SlicesIndexFunc(s, f) >= 0 }

func SlicesEqual[S ~[]E, E comparable](a, b S) bool {
	Count(min(len(a), len(b)) + 1)
	return slices.Equal(a, b)
}

func SlicesInsert[S ~[]E, E any](s S, i int, more ...E) S {
	Count(len(s) - i + len(more))
	return slices.Insert(s, i, more...)
}

func SlicesDelete[S ~[]E, E any](s S, i, j int) S {
	Count(len(s) - i + 1)
	return slices.Delete(s, i, j)
}

func SlicesDeleteFunc[S ~[]E, E any](s S, f func(E) bool) S {
	Count(len(s) + 1)
	return slices.DeleteFunc(s, f)
}

func SlicesCompact[S ~[]E, E comparable](s S) S {
	Count(len(s) + 1)
	return slices.Compact(s)
}

func SlicesReverse[S ~[]E, E any](s S) {
	Count(len(s) + 1)
	slices.Reverse(s)
}

func SlicesSort[S ~[]E, E cmp.Ordered](s S) {
	Count(len(s) + 1)
	slices.Sort(s)
}

func SlicesMax[S ~[]E, E cmp.Ordered](s S) E {
	Count(len(s) + 1)
	return slices.Max(s)
}

func SlicesMin[S ~[]E, E cmp.Ordered](s S) E {
	Count(len(s) + 1)
	return slices.Min(s)
}
