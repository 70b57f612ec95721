// Package scripted is a model API that gives replies from a script, for tests.
package scripted

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// A Server gives the replies of its script, one for each request.
type Server struct {
	URL string

	mu      sync.Mutex
	replies []string
	asked   []string
}

// Serve starts a server that answers with replies, each the JSON body of one
// answer, and ends it with the test. More requests than replies fail the test.
func Serve(t testing.TB, replies ...string) *Server {
	s := &Server{replies: replies}
	local := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		reply, ok := s.next(string(body))
		if !ok {
			t.Errorf("request %d, and the script has %d replies", len(s.Asked()), len(replies))
			w.WriteHeader(http.StatusTeapot)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, reply)
	}))
	t.Cleanup(local.Close)
	s.URL = local.URL
	return s
}

// Asked returns the bodies of the requests so far.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[:len(s.asked):len(s.asked)]
}

// next notes a request and returns the reply to it, if there is one left.
func (s *Server) next(request string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, request)
	if len(s.asked) > len(s.replies) {
		return "", false
	}
	return s.replies[len(s.asked)-1], true
}
