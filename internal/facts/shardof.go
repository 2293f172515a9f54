package facts

import (
	"crypto/sha256"
	"encoding/binary"
)

// ShardOf returns the shard, from 1 to n, to which a path or a host belongs. It is 1 when n is
// less than 2. It depends on name and n alone, so that all machines agree on it.
func ShardOf(name string, n int) int {
	sum := sha256.Sum256([]byte(name))
	return 1 + int(binary.BigEndian.Uint64(sum[:8])%uint64(max(n, 1)))
}
