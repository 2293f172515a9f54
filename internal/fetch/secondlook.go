package fetch

import "context"

// secondLookKey marks the context of a second look with its number of probes.
type secondLookKey struct{}

// defaultProbes is how many links ask on a second look whether a host is back that
// was given up. One might happen to be a page that never answers.
const defaultProbes = 3

// SecondLook returns a ctx under which Do asks only once more, with GET: for
// what failed in passing and is looked at again when all else is done. A host
// that was given up is then asked by the first few of its links, and by the
// others only if it answers one of them.
func SecondLook(ctx context.Context) context.Context { return SecondLookBy(ctx, defaultProbes) }

// SecondLookBy is SecondLook where a host that was given up is asked by so many of
// its links, at least one.
func SecondLookBy(ctx context.Context, probes int) context.Context {
	return context.WithValue(ctx, secondLookKey{}, max(probes, 1))
}

func isSecondLook(ctx context.Context) bool { return probesOf(ctx) > 0 }

// probesOf is 0 when this is no second look.
func probesOf(ctx context.Context) int {
	probes, _ := ctx.Value(secondLookKey{}).(int)
	return probes
}
