package pagekey

import "testing"

// TestPlainKeysAreFolded holds the keys that Loose returns at once to what folding makes of
// them: all of up to six characters that matter.
func TestPlainKeysAreFolded(t *testing.T) {
	t.Parallel()
	plain := 0
	var check func(key string, left int)
	check = func(key string, left int) {
		if isPlain(key) {
			plain++
			if folded := fold(key); folded != key {
				t.Errorf("%q is plain, and folds to %q", key, folded)
			}
		}
		if left == 0 {
			return
		}
		for _, c := range []byte("a0-/_A.") {
			check(key+string(c), left-1)
		}
	}
	check("", 6)
	if plain < 500 {
		t.Errorf("only %d keys are plain", plain)
	}
}
