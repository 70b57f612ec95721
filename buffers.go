package jury

import (
	"sync"

	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// maxKept is how many nodes or finds buffers may have room for and be kept: most
// verdicts have far fewer, and a hostile reply leaves no more than 48 KB behind.
const maxKept = 1 << 10

// usualNodes is how many nodes a verdict has, but for few.
const usualNodes = 16

// buffers are the memory that a search works in. They hold offsets and no text,
// and nothing that is returned is a part of them, so that the next search may
// have them.
type buffers struct {
	nodes, lastNodes []lenient.Node
	finds            []lenient.Extent
}

// spareBuffers are those of searches that have ended.
var spareBuffers = sync.Pool{New: func() any {
	return &buffers{make([]lenient.Node, 0, usualNodes), make([]lenient.Node, 0, usualNodes), make([]lenient.Extent, 0, 1)}
}}

// borrow gives f buffers to work in, and returns them.
func (f *search) borrow() *buffers {
	b := spareBuffers.Get().(*buffers)
	f.Nodes, f.lastNodes, f.finds = b.nodes[:0], b.lastNodes[:0], b.finds[:0]
	return b
}

// giveBack ends the search, which has borrowed b.
func (f *search) giveBack(b *buffers) {
	if cap(f.Nodes) <= maxKept && cap(f.lastNodes) <= maxKept && cap(f.finds) <= maxKept {
		b.nodes, b.lastNodes, b.finds = f.Nodes, f.lastNodes, f.finds
		spareBuffers.Put(b)
	}
}
