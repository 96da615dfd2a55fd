// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import "testing"

func BenchmarkWays(b *testing.B) {
	p := New()
	if err := p.PlayText("e2 e8 e3 e7 e4 e6 e3h g6v"); err != nil {
		b.Fatal(err)
	}
	b.Run("distance", func(b *testing.B) {
		for b.Loop() {
			p.Distance(Player1)
		}
	})
	b.Run("way", func(b *testing.B) {
		for b.Loop() {
			p.Way(Player1)
		}
	})
	b.Run("shortest", func(b *testing.B) {
		for b.Loop() {
			p.shortest()
		}
	})
	b.Run("legal fences", func(b *testing.B) {
		for b.Loop() {
			p.LegalFences()
		}
	})
	b.Run("random move", func(b *testing.B) {
		r := RNG(1)
		for b.Loop() {
			p.RandomMove(&r)
		}
	})
}
