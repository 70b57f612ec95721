module github.com/seed-bcabc8a2/jury

go 1.22

require github.com/google/go-cmp v0.7.0
