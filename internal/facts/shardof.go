package facts

import (
	"crypto/sha256"
	"encoding/binary"
)

// ShardOf returns the shard, from 1 to n, to which a path or a host belongs. It is the same
// on every machine and for every file of this schema.
func ShardOf(name string, n int) int {
	sum := sha256.Sum256([]byte(name))
	return 1 + int(binary.BigEndian.Uint64(sum[:8])%uint64(max(n, 1)))
}
