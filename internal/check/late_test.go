package check

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestLateEndsAfterItsGrace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		late, stop := Late(ctx, time.Minute)
		defer stop()
		cancel()
		began := time.Now()
		synctest.Wait()
		if late.Err() != nil {
			t.Error("there is no grace")
		}
		<-late.Done()
		if took := time.Since(began); took != time.Minute {
			t.Errorf("the grace was %v, want a minute", took)
		}
		stopped, stopIt := Late(t.Context(), time.Minute)
		stopIt()
		if stopped.Err() == nil {
			t.Error("what is stopped goes on")
		}
	})
}
