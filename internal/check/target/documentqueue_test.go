package target

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestDocumentQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newDocumentQueue()
		b.ask()
		b.come(maxQueuedBytes - 1)
		b.usual = 1
		b.ask()
		var through sync.WaitGroup
		var begun atomic.Int64
		for range 3 {
			through.Go(func() {
				b.ask()
				begun.Add(1)
			})
		}
		synctest.Wait()
		if n := begun.Load(); n != 0 {
			t.Fatalf("%d were let through while the queue was full", n)
		}
		b.come(0)
		synctest.Wait()
		if n := begun.Load(); n != 1 {
			t.Fatalf("%d were let through where there was room for one", n)
		}
		b.add(-2)
		through.Wait()
	})
}

func TestDocumentQueueAsksForAllWhileProcessorsAreIdle(t *testing.T) {
	t.Parallel()
	b := newDocumentQueue()
	b.usual = maxQueuedBytes
	b.add(idleBytes - 1)
	for range 100 {
		b.ask()
	}
	if b.asked != 100 {
		t.Errorf("%d were asked for, want 100", b.asked)
	}
}
