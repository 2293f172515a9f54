package soft404_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }
