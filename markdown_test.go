package jury

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outlineTests says of documents which headings they have. want lists them as
// level:text@line, with the form where it is not ATX, or is the line and the
// start of an error.
var outlineTests = []struct{ name, reason, src, want string }{
	{"levels", "one to six hashes", "# a\n## b\n### c\n###### d\n####### e", "1:a@1 2:b@2 3:c@3 6:d@4"},
	{"closing hashes", "they are decoration after a blank", "## a ##\n### b#\n### c \\#\n## # ##\n### ###", "2:a@1 3:b#@2 3:c \\#@3 2:#@4 3:@5"},
	{"tabs", "a tab is a blank", "##\ta\t##\t", "2:a@1"},
	{"indent", "up to three columns", " ## a\n  ## b\n   ## c\n    ## d\n\t## e\n \t## f", "2:a@1 2:b@2 2:c@3"},
	{"no break space", "not a blank to CommonMark, easily meant as one", "##\u00A0a\n\u00A0## b\n##\u200Bc\n\uFEFF### d", "2:a@1(odd) 2:b@2(odd) 2:c@3(odd) 3:d@4(odd)"},
	{"form feed", "white space, but no blank", "\f## a\n##\fb", "2:a@1(odd) 2:b@2(odd)"},
	{"no blank", "a hashtag, or a slip", "##a\n###b\n#c\n####d\n##", "2:a@1(near) 3:b@2(near) 2:@5"},
	{"interrupts paragraph", "no blank line needed", "text\n## a\ntext", "2:a@2"},
	{"line ends", "LF, CRLF and CR end lines", "## a\r## b\r\n## c\n\r## d", "2:a@1 2:b@2 2:c@3 2:d@5"},
	{"no line ends", "as Python has them", "## a\u2028## b\u0085## c\v## d", "2:a\u2028## b\u0085## c\v## d@1"},
	{"BOM", "once, at the start", "\uFEFF## a", "2:a@1"},
	{"NUL and bad UTF-8", "text like any other", "## \x00\xff\n\xff## a", "2:\x00\xff@1"},
	{"escaped", "a backslash makes text of it", "\\## a", ""},

	{"fence", "code has no headings", "```\n## a\n```\n## b", "2:b@4"},
	{"fence tildes", "the other kind", "~~~ x`y\n## a\n~~~\n## b", "2:b@4"},
	{"fence kinds", "one does not close the other", "```\n~~~\n## a\n```\n## b", "2:b@5"},
	{"fence length", "the closing run is at least as long", "````\n```\n## a\n`````\n## b", "2:b@5"},
	{"fence of two", "too short to open", "``\n## a\n``", "2:a@2"},
	{"fence info", "no backticks in it", "``` a`b\n## a", "2:a@2"},
	{"fence closer with info", "does not close", "```\n``` x\n## a\n``` \t\n## b", "2:b@5"},
	{"fence closer indent", "up to three columns", "```\n    ```\n## a\n   ```\n## b", "2:b@5"},
	{"fence opener indent", "four columns are code", "    ```\n## a", "2:a@2"},
	{"fence in paragraph", "interrupts it", "text\n```\n## a\n```", ""},
	{"fence unclosed", "would swallow the rest", "text\n~~~~\n## a\n~~~", "error 2: the code fence"},
	{"fence in quote", "ends with the quote", "> ```\n## a", "2:a@2"},
	{"fence in item", "ends with the item", "- ```\n  ## a\n\n## b", "2:b@4"},
	{"fence in nested item", "ends with that item", "- a\n  - ```\n    ## a\n  ## b\n\n## c", "2:b@4(item) 2:c@6"},
	{"fence in item to the end", "swallows nothing outside of it", "- ```\n  code", ""},
	{"fence in item cut off", "its end opens another, which may hide headings", "- ```\ncode\n  ```\n## a\n    ## b\n###c\n  ```\n## d", "2:a@4(fence) 2:d@8"},
	{"fence after a fence in item", "a heading between them, or a language, and there is no doubt", "- ```\ncode\n## x\n```\n## a\n```\n- ```\ncode\n```md\n## b\n```", "2:x@3"},
	{"fence closed left of its item", "that opens another", "- ```\n  code\n```\n## a", "error 3: the code fence"},

	{"pre", "HTML text", "<pre>\n## a\n\n## b\n</pre>\n## c", "2:c@6"},
	{"pre case", "tags have none", "<PRE class=x>\n## a\nx</Pre>\n## c", "2:c@4"},
	{"pre on one line", "closed where it opens", "<pre>x</pre>\n## a", "2:a@2"},
	{"pre closed by another", "CommonMark's rule", "<pre>\n</script>\n## a", "2:a@3"},
	{"pre alone", "nothing after the name", "<pre\n## a\n></pre>\n## b", "2:b@4"},
	{"pre prefix", "another tag", "<prefix>\n## a\n<presto>", "2:a@2"},
	{"pre inside a line", "starts no block", "x <pre>\n## a", "2:a@2"},
	{"pre and fences", "text inside", "<pre>\n```\n</pre>\n## a", "2:a@4"},
	{"pre unclosed", "would swallow the rest", "<pre>\n## a\n</ pre>", "error 1: the <pre> block"},
	{"pre in item", "ends with the item", "- <pre>\n  ## a\n\n## b", "2:b@4"},
	{"other HTML", "left alone", "<div>\n## a\n</div>", "2:a@2"},

	{"quote", "no headings of the document", "> ## a\n>## b\n > ## c\n## d", "2:d@4"},
	{"setext after a quoted heading", "nothing to go on with", "> # a\nb\n---\n> ---\nc\n---\n> - * *\n>\nd\n---\n> ```\ne\n---", "2:b@2(setext) 2:c@5(setext) 2:d@9(setext) 2:e@12(setext)"},
	{"setext after quoted text", "an item, a lone backtick and seven hashes are text", "> - a\nb\n---\n> `\nc\n---\n> #######\nd\n---\n>>> - 1. e\nf\n---", ""},
	{"marker line", "the heading of an item", "- ## a\n1. ## b\n* - ## c\n## d", "2:d@4"},
	{"in item", "indented to its content", "- a\n\n  ## b\n ## c", "2:b@3(item) 2:c@4"},
	{"in ordered item", "its content starts further right", "10. a\n\n   ## b\n\n10. a\n    ## c", "2:b@3 2:c@6(item)"},
	{"in nested item", "of the innermost item it reaches", "- a\n  - b\n\n    ## c\n  ## d\n## e", "2:c@4(item) 2:d@5(item) 2:e@6"},
	{"code in item", "four columns more", "- a\n\n      ## b", ""},
	{"wide marker", "more than four blanks start code", "-      a\n\n  ## b", "2:b@3(item)"},
	{"tab after marker", "tabs count as columns", "-\ta\n\n    ## b\n   ## c", "2:b@3(item) 2:c@4"},
	{"empty item", "content is one column after the marker", "-\n  ## a", "2:a@2(item)"},
	{"empty item and blank line", "ends it", "-\n\n  ## a", "2:a@3"},
	{"blank lines in item", "do not end it", "- a\n\n\n\n  ## b", "2:b@5(item)"},
	{"number in paragraph", "only 1 interrupts one", "text\n14. text\n    ## a\n1. text\n   ## b", "2:b@5(item)"},
	{"long number", "ten digits are text", "1234567890. a\n            ## b\n   ## c", "2:c@3"},
	{"rules", "dashes and stars that are no list", "- - -\n  ## a\n* * *\n  ## b\n___\n ## c", "2:a@2 2:b@4 2:c@6"},
	{"lazy line", "left alone: it ends the item here", "- a\nb\n  ## c", "2:c@3"},

	{"setext", "one line and dashes", "a\n---\n\nb\n-\nc\n===", "2:a@1(setext) 2:b@4(setext)"},
	{"setext of two lines", "more text than a title", "a\nb\n---", ""},
	{"setext of an indented second line", "a paragraph of two lines", "a\n    b\n---", ""},
	{"setext after a quote", "the line may go on with it", "> a\nb\n---", ""},
	{"setext after an item", "the line may go on with it", "- a\nb\n---", ""},
	{"setext in item", "no heading of the document", "- a\n  ---", ""},
	{"setext with blank between", "a rule", "a\n\n---", ""},
	{"setext indent", "up to three columns", "  a \t\n   ----  \nb\n    ---", "2:a@1(setext)"},
	{"setext with comment", "comments are removed first", "a <!-- x -->\n--- <!-- y -->\nb\n-<!-- z -->-", "2:a@1(setext) 2:b@3(setext)"},

	{"comment", "nothing inside is read", "<!--\n## a\n```\n-->\n## b", "2:b@5"},
	{"comment before a heading", "what follows it is read on", "<!-- x\n-->## a", "2:a@2"},
	{"comment makes a heading", "removed before the line is read", "#<!-- x --># a\n##<!-- y --> b <!-- z -->", "2:a@1 2:b@2"},
	{"comment forms", "closed where they open", "<!-->## a\n<!--->## b", "2:a@1 2:b@2"},
	{"comment closer alone", "text", "-->\n## a", "2:a@2"},
	{"comment never closed", "would swallow the rest", "a\n\n<!-- x\n## a", "error 3: the comment that opens here is never"},
	{"comment after text", "must close on its line", "a\n\nx <!-- y\n-->", "error 3: this comment opens after other text"},
	{"comment after a comment", "is not after text", "<!-- x --> <!-- y\n## a\n-->\n## b", "2:b@4"},
	{"comment after a marker", "is after text", "- <!-- y\n-->", "error 1: this comment opens after"},
	{"comment in comment", "which one closes?", "<!-- a <!-- b -->", "error 1: the comment that opens here holds"},
	{"comment in comment at its end", "overlaps the closer", "<!-- a <!--->", "error 1: the comment that opens here holds"},
	{"comment left over", "would open another", "<!<!-- a -->-- b -->", "error 1: without this comment"},
	{"comment left over by two", "would open another", "<!<!-- a --><!-- b -->-- c", "error 1: without this comment"},
	{"comment between backticks", "would join them", "a `<!-- ` `` -->` b\n`<!-- -->`\n``<!-- x -->`", "error 3: without this comment"},
	{"comment opener in code span", "text", "`<!--` and ``a ` <!-- ``\n## a", "2:a@2"},
	{"comment after a lone backtick", "no code span", "` <!-- x -->\n## a", "2:a@2"},
	{"comment closer in code", "a comment knows no code", "<!-- ` --> ` -->\n## a", "2:a@2"},
	{"code span over lines", "must close on its line", "`a\n<!-- x ` -->\n## a", "2:a@3"},
	{"comment in fence", "code", "```\n<!--\n```\n## a", "2:a@4"},
	{"comment in indented code", "code", "    <!--\n## a\n\t<!--\n## b", "2:a@2 2:b@4"},
	{"comment in deep item", "no code inside lists", "- a\n\n      <!--\n## a\n-->\n## b", "2:b@6"},
	{"comment in pre", "no code", "<pre>\n<!-- </pre>\n## a\n-->\n</pre>\n## b", "2:b@6"},
	{"comment in fence info", "removed before the line is read", "```md <!-- x -->\n## a\n```\n## b", "2:b@4"},
	{"comment before fence", "a fence all the same", "<!-- x -->```\n## a\n```\n## b", "2:b@4"},
	{"comment after closing fence", "does not close it", "```\n``` <!-- x -->\n## a\n```\n## b", "2:b@5"},
	{"comment over line ends", "CR too", "<!--\r## a\r-->\r## b", "2:b@4"},
	{"comment as blank line", "ends a paragraph, not a list", "- a\n<!-- x -->\n  ## b", "2:b@3(item)"},
}

func TestReadOutline(t *testing.T) {
	for _, tt := range outlineTests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a row without a reason")
			}
			got := showOutline(tt.src)
			if strings.HasPrefix(tt.want, "error") {
				got = got[:min(len(got), len(tt.want))]
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", tt.reason, tt.src, diff)
			}
		})
	}
}

// showOutline writes an outline as outlineTests does.
func showOutline(src string) string {
	doc, err := readOutline(src)
	if err != nil {
		return fmt.Sprintf("error %d: %s", doc.line(err.at), err.advice)
	}
	var all []string
	for _, h := range doc.headings {
		form := map[headingForm]string{formSetext: "(setext)", formInItem: "(item)", formInFence: "(fence)", formNoBlank: "(near)", formOddBlank: "(odd)"}[h.form]
		all = append(all, fmt.Sprintf("%d:%s@%d%s", h.level, h.text, doc.line(h.at), form))
	}
	return strings.Join(all, " ")
}

func TestOutlineText(t *testing.T) {
	for _, tt := range []struct{ name, reason, src, want string }{
		{"no comment", "as it stands", "a\r\nb", "a\nb"},
		{"on a line", "the blanks around it stay", "a <!-- x --> b\n", "a  b\n"},
		{"own lines", "their line ends go with it but one", "a\n<!--\nx\n-->\nb", "a\n\nb"},
		{"several", "each is left out", "<!---->a<!-->b<!--->c<!-- x -->", "abc"},
		{"code", "stays", "`<!-- x -->` <!-- y -->\n```\n<!-- z -->\n```", "`<!-- x -->` \n```\n<!-- z -->\n```"},
		{"list", "indented comments go", "- a\n      <!-- x -->b", "- a\n      b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := readOutline(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, doc.text(span{0, len(doc.src)})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestOutlineTrimmedAgainstText(t *testing.T) {
	parts := []string{"<!-- x -->", "<!---->", "a", " ", "\t", "\n", "\u00a0", "`"}
	var try func(src string, left int)
	try = func(src string, left int) {
		if doc, err := readOutline(src); err == nil {
			whole := span{0, len(doc.src)}
			if want, got := strings.TrimRight(doc.text(whole), " \t\n"), doc.trimmed(whole); got != want {
				t.Fatalf("%q: %q, want %q", src, got, want)
			}
		}
		if left > 0 {
			for _, p := range parts {
				try(src+p, left-1)
			}
		}
	}
	try("", 5)
}

// dropCommentsSlowly is the twin of scanner.dropComments for one line in which
// all comments close. It searches for every opener anew.
func dropCommentsSlowly(line string) string {
	out := ""
	for line != "" {
		if ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]; ticks != "" {
			end := closingRun(line[len(ticks):], ticks)
			out += line[:len(ticks)+end]
			line = line[len(ticks)+end:]
			continue
		}
		if !strings.HasPrefix(line, "<!--") {
			out, line = out+line[:1], line[1:]
			continue
		}
		switch {
		case strings.HasPrefix(line, "<!-->"):
			line = line[5:]
		case strings.HasPrefix(line, "<!--->"):
			line = line[6:]
		default:
			line = line[4+strings.Index(line[4:], "-->")+3:]
		}
	}
	return out
}

// closingRun returns where the first run that is just ticks ends in rest, or 0.
func closingRun(rest, ticks string) int {
	for i := 0; i < len(rest); i++ {
		if rest[i] != '`' {
			continue
		}
		j := i
		for j < len(rest) && rest[j] == '`' {
			j++
		}
		if j-i == len(ticks) {
			return j
		}
		i = j
	}
	return 0
}

func TestDropCommentsAgainstTwin(t *testing.T) {
	parts := []string{"`", "``", "<!--", "-->", "a", " ", "<!-->", "<!", "--", "-"}
	checked := 0
	var try func(line string, left int)
	try = func(line string, left int) {
		if doc, err := readOutline(line); err == nil && !strings.HasPrefix(line, "    ") {
			checked++
			if want, got := dropCommentsSlowly(line), doc.text(span{0, len(line)}); got != want {
				t.Fatalf("%q: %q, want %q", line, got, want)
			}
		}
		if left > 0 {
			for _, p := range parts {
				try(line+p, left-1)
			}
		}
	}
	try("", 5)
	if checked < 50_000 {
		t.Errorf("only %d lines were read", checked)
	}
}
