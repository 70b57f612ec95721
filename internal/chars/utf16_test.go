package chars

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// inUTF16 returns text in UTF-16, the high byte at the place high of two.
func inUTF16(text string, high int) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		pair := [2]byte{}
		pair[high], pair[1-high] = byte(u>>8), byte(u)
		b = append(b, pair[:]...)
	}
	return string(b)
}

func TestFromUTF16(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		ok               bool
		reason           string
	}{
		{"plain", `{"a": 1}`, `{"a": 1}`, false, "no zero stands in it"},
		{"empty", "", "", false, "nothing says what it is"},
		{"little endian with a mark", inUTF16("\ufeffSchlüssel", 1), "Schlüssel", true, "as some shells write"},
		{"big endian with a mark", inUTF16("\ufeffa", 0), "a", true, "the other order"},
		{"little endian", inUTF16(`{"a": 1}`, 1), `{"a": 1}`, true, "every second byte is zero"},
		{"big endian", inUTF16(`{"a": 1}`, 0), `{"a": 1}`, true, "every second byte is zero"},
		{"mostly wide", inUTF16(`{"a": "`+strings.Repeat("密钥", 20)+`"}`, 1), `{"a": "` + strings.Repeat("密钥", 20) + `"}`, true, "the quotes of JSON have zeros"},
		{"a zero low byte", inUTF16(`{"a": "一"}`, 1), `{"a": "一"}`, true, "U+4E00 has a zero at the other place"},
		{"a pair", inUTF16("\ufeff🛑!", 1), "🛑!", true, "two units are one character"},
		{"half a pair", inUTF16("\ufeffa", 1) + "\x3d\xd8", "a\ufffd", true, "the other half was cut off"},
		{"half a character", inUTF16("\ufeffab", 1) + "c", "ab", true, "the last byte was cut off"},
		{"a zero in text", "pass\x00 and more of the same", "pass\x00 and more of the same", false, "one zero is no encoding"},
		{"zeros everywhere", strings.Repeat("\x00", 64), strings.Repeat("\x00", 64), false, "no place has more of them"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := FromUTF16(tt.text); got != tt.want || ok != tt.ok {
				t.Errorf("%q: %q, %v; want %q, %v: %s", tt.text, got, ok, tt.want, tt.ok, tt.reason)
			}
		})
	}
}
