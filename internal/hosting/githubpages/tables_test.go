package githubpages

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, Name, New)
}
