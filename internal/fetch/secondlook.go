package fetch

import "context"

// secondLookKey marks the context of a second look.
type secondLookKey struct{}

// SecondLook returns a ctx under which Do asks only once more, with GET: for
// what failed in passing and is looked at again when all else is done. A host
// that was given up is then asked by the first few of its links, and by the
// others only if it answers one of them.
func SecondLook(ctx context.Context) context.Context {
	return context.WithValue(ctx, secondLookKey{}, true)
}

func isSecondLook(ctx context.Context) bool { return ctx.Value(secondLookKey{}) != nil }
