// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package process ends programs together with the programs that they have started, on systems that
// can.
package process
