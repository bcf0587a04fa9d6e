// `npm run bench [name…]`: measures, prints one table, and fails when a goal is broken.
import { bench as parse } from './parse.ts';
import { bench as start } from './start.ts';
import { type Bench, type Row, tableText } from './table.ts';

const benches: readonly Bench[] = [parse, start];

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? benches : benches.filter((bench) => wanted.includes(bench.name));
if (chosen.length === 0)
  throw new Error(`no bench of that name; there are ${benches.map((each) => each.name).join(', ')}`);

const rows: Row[] = [];
for (const bench of chosen) {
  process.stderr.write(`measuring ${bench.name} …\n`);
  rows.push(...(await bench.run()));
}
console.log(tableText(rows));

const broken = rows.filter((row) => row.ok === false);
if (broken.length > 0) {
  process.stderr.write(
    `${broken.length} of the goals are broken: ${broken.map((row) => row.what).join('; ')}\n`,
  );
  process.exitCode = 1;
}
