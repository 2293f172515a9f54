package compare_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/leak"
)

func TestMain(m *testing.M) { leak.Main(m) }
