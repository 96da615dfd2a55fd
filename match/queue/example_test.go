// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/tessera-fpga/tessera/match/queue"
)

// Two goroutines do three tasks. With Dial instead of Local, workers on other machines would do
// them; nothing else changes.
func Example() {
	q := queue.Local(2, func(_ context.Context, payload []byte) ([]byte, error) {
		return []byte(strings.ToUpper(string(payload))), nil
	})
	tasks := func(yield func(queue.Task) bool) {
		for _, word := range []string{"monday", "tuesday", "wednesday"} {
			if !yield(queue.Task{ID: word, Payload: []byte(word)}) {
				return
			}
		}
	}
	err := q.Run(context.Background(), tasks, func(r queue.Result) error {
		if r.Err != nil {
			return r.Err
		}
		fmt.Println(r.ID, string(r.Payload))
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// monday MONDAY
	// tuesday TUESDAY
	// wednesday WEDNESDAY
}
