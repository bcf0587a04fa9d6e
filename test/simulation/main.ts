import { parseArgs } from 'node:util';
import { play } from './play.ts';
import { scenarioFor } from './scenario.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '2000' }, seed: { type: 'string' } },
});
const from = values.seed === undefined ? 0 : Number(values.seed);
const count = values.seed === undefined ? Number(values.seeds) : 1;
let events = 0;
let red = 0;
const started = performance.now();
const kinds = new Map<string, number>();
for (let seed = from; seed < from + count; seed++) {
  const played = play(scenarioFor(seed));
  events += played.journal.length;
  for (const e of played.journal) kinds.set(e.type, (kinds.get(e.type) ?? 0) + 1);
  if (played.breach !== undefined) {
    red++;
    if (red <= 10) console.log(`seed ${seed}: ${played.breach} (${played.journal.length} events)`);
    if (values.seed !== undefined) for (const event of played.journal) console.log(JSON.stringify(event));
  }
}
const seconds = (performance.now() - started) / 1000;
console.log(
  `${count} seeds, ${red} red, ${events} events, ${Math.round(events / seconds)} events/s, ${seconds.toFixed(1)} s`,
);
if (process.env['KINDS']) console.log(kinds);
process.exitCode = red > 0 ? 1 : 0;
