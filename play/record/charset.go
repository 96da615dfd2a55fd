// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// charsets are the character sets of a byte a letter that files of games may name, by their names
// without blanks, hyphens and underscores.
var charsets = map[string]*charmap.Charmap{
	"iso88591": charmap.ISO8859_1, "latin1": charmap.ISO8859_1,
	"iso88592": charmap.ISO8859_2, "latin2": charmap.ISO8859_2,
	"iso88595":  charmap.ISO8859_5,
	"iso88597":  charmap.ISO8859_7,
	"iso88599":  charmap.ISO8859_9,
	"iso885915": charmap.ISO8859_15,
	"koi8r":     charmap.KOI8R, "koi8u": charmap.KOI8U,
	"windows1250": charmap.Windows1250, "cp1250": charmap.Windows1250,
	"windows1251": charmap.Windows1251, "cp1251": charmap.Windows1251,
	"windows1252": charmap.Windows1252, "cp1252": charmap.Windows1252,
	"windows1253": charmap.Windows1253, "cp1253": charmap.Windows1253,
	"windows1254": charmap.Windows1254, "cp1254": charmap.Windows1254,
}

// decodeText returns a text of a file in UTF-8. Without a character set, what is not UTF-8 is
// Latin-1, as SGF has it. ok is false if a letter could not be read and U+FFFD stands for it.
func decodeText(charset, text string) (decoded string, ok bool) {
	name := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(charset))
	if name == "" && !utf8.ValidString(text) {
		name = "latin1"
	}
	if c := charsets[name]; c != nil {
		var b strings.Builder
		for i := range len(text) {
			b.WriteRune(c.DecodeByte(text[i]))
		}
		return b.String(), !strings.ContainsRune(b.String(), utf8.RuneError)
	}
	return strings.ToValidUTF8(text, string(utf8.RuneError)), utf8.ValidString(text)
}
