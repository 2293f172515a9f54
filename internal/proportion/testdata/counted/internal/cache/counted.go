package cache

import "context"

// CountedDecode reads the content of a cache.
func CountedDecode(src []byte) { _, _ = decode(src, &ending{ctx: context.Background()}) }
