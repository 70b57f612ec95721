package jury

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestRealReplies reads replies of judges that strangers recorded, if they lie
// beside the repository, by the contract that each source used. A reply with
// several verdicts means its last; the recorded score may be that of its first.
func TestRealReplies(t *testing.T) {
	f, err := os.Open("../shared/real/replies.jsonl")
	if err != nil {
		t.Skip("no recorded replies here")
	}
	defer f.Close()
	right, total := 0, 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct {
			Source, Reply string
			Recorded      map[string]any
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		total++
		var ok bool
		switch {
		case strings.HasPrefix(r.Source, "HomericIntelligence"):
			v, err := Contract{PassKeys: []string{"passed"}, ReasonKeys: []string{"reasoning"}}.Parse(r.Reply)
			ok = err == nil && v.Pass == r.Recorded["passed"] && (v.Score == r.Recorded["score"] || v.Quirks.Has(QuirkRepeated))
			t.Logf("%v score %v, recorded %v, quirks %v", err, v.Score, r.Recorded["score"], v.Quirks)
		case strings.HasPrefix(r.Source, "koushik717"):
			v, err := Contract{ScoreMax: 10, PassScore: 1, ReasonKeys: []string{"rationale"}}.Parse(r.Reply)
			ok = err == nil && v.RawScore == r.Recorded["score"] && len(v.Reasons) == 1
			if !ok {
				t.Logf("%v: got %v, recorded %v", err, v.RawScore, r.Recorded["score"])
			}
		case strings.HasPrefix(r.Source, "tatsu-lab"):
			type rank struct {
				Model string
				Rank  int
			}
			ranks, err := Decode[[]rank](r.Reply, "model", "rank")
			ok = err == nil && len(ranks) == 2 && ranks[0].Rank == 1
		default:
			_, err := SafeVerdict(r.Reply)
			ok = err != nil
			t.Logf("prose: %v", err)
		}
		if ok {
			right++
		} else {
			t.Errorf("%s: not read as a person reads it: %.300q", r.Source, r.Reply)
		}
	}
	t.Logf("read %d of %d", right, total)
}
