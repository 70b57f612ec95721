module github.com/seed-bcabc8a2/jury/internal/bench

go 1.26.0

require github.com/seed-bcabc8a2/jury v0.0.0

replace github.com/seed-bcabc8a2/jury => ../..
