// A waveform in the form of IEEE 1364, section 18 (value change dump), which GTKWave, Surfer and
// others open. A cycle takes 10 units, with the edge that begins it at its beginning.

const cycleTime = 10;

/** The identifier of a signal: digits of base 94. */
function identifier(n) {
  let text = "";
  do {
    text += String.fromCharCode(33 + (n % 94));
    n = Math.floor(n / 94);
  } while (n > 0);
  return text;
}

/** The name of a signal in the scopes it is in. */
function path(name) {
  const parts = name.split(".");
  return [parts.slice(0, -1), parts.at(-1)];
}

/** The parts of the file, for a Blob. entries are {cycle, row}. */
export function vcd(table, entries) {
  const signals = table.signals.map((s, i) => ({ ...s, id: identifier(i + 1), words: Math.ceil(s.width / 32) }));
  const clock = identifier(0);
  const out = [`$comment Blokus Duo: ${table.module}, cycles ${entries[0]?.cycle} to ${entries.at(-1)?.cycle} of a search; a cycle takes ${cycleTime} units $end\n$timescale 1 ns $end\n$scope module ${table.module} $end\n$var wire 1 ${clock} clk_i $end\n`];
  // Signals come grouped by the instances they are in.
  let open = [];
  const byScope = [...signals].sort((a, b) => (path(a.name)[0].join(".") < path(b.name)[0].join(".") ? -1 : path(a.name)[0].join(".") > path(b.name)[0].join(".") ? 1 : 0));
  for (const s of byScope) {
    const [scopes, name] = path(s.name);
    let same = 0;
    while (same < open.length && same < scopes.length && open[same] === scopes[same]) same++;
    out.push("$upscope $end\n".repeat(open.length - same), ...scopes.slice(same).map((scope) => `$scope module ${scope} $end\n`));
    open = scopes;
    out.push(`$var wire ${s.width} ${s.id} ${name}${s.width > 1 ? ` [${s.width - 1}:0]` : ""} $end\n`);
  }
  out.push("$upscope $end\n".repeat(open.length), "$upscope $end\n$enddefinitions $end\n");
  const value = (s, row) => {
    if (s.width === 1) return `${row[s.at] & 1}${s.id}\n`;
    let bits = "";
    for (let w = 0; w < s.words; w++) bits = row[s.at + w].toString(2).padStart(32, "0") + bits;
    return `b${bits.slice(-s.width).replace(/^0+(?=.)/, "")} ${s.id}\n`;
  };
  let before;
  for (const { cycle, row } of entries) {
    let text = `#${cycle * cycleTime}\n${before ? "" : "$dumpvars\n"}1${clock}\n`;
    for (const s of signals) {
      let same = before !== undefined;
      for (let w = s.at; same && w < s.at + s.words; w++) same = row[w] === before[w];
      if (!same) text += value(s, row);
    }
    out.push(`${text}${before ? "" : "$end\n"}#${cycle * cycleTime + cycleTime / 2}\n0${clock}\n`);
    before = row;
  }
  if (entries.length > 0) out.push(`#${(entries.at(-1).cycle + 1) * cycleTime}\n`);
  return out;
}
