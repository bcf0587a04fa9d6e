// `npm run bench [-- name… --write]`: measures, prints one table, and fails when a goal is broken. With --write the
// table replaces the one in docs/measurements.md, so that no figure there is ever typed by hand. `contracts` can be tried with a
// shorter journal, fewer revisions or other limits (`--tickets 20 --revisions 1 --limits 100,5000,120000`); nothing of
// that is written.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { bench as agents } from './agents.ts';
import { askedFor } from './asked.ts';
import { bench as audit } from './audit.ts';
import { bench as cluster } from './cluster.ts';
import { bench as coordinator } from './coordinator.ts';
import { bench as dashboard } from './dashboard.ts';
import { bench as journal } from './journal.ts';
import { bench as landing } from './landing.ts';
import { bench as landingChain } from './landing-chain.ts';
import { bench as standing } from './standing.ts';
import { bench as contracts } from './contracts.ts';
import { bench as resume } from './resume.ts';
import { bench as overhead } from './overhead.ts';
import { bench as parse } from './parse.ts';
import { bench as start } from './start.ts';
import { type Bench, outcome, type Row, tableText } from './table.ts';

const benches: readonly Bench[] = [
  parse,
  coordinator,
  journal,
  resume,
  standing,
  contracts,
  landing,
  landingChain,
  overhead,
  start,
  agents,
  audit,
  dashboard,
  cluster,
];

const { values, positionals } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    tickets: { type: 'string' },
    revisions: { type: 'string' },
    limits: { type: 'string' },
  },
  allowPositionals: true,
});
const chosen =
  positionals.length === 0 ? benches : benches.filter((bench) => positionals.includes(bench.name));
if (chosen.length === 0)
  throw new Error(`no bench of that name; there are ${benches.map((each) => each.name).join(', ')}`);

const asked = askedFor(values);
if (values.write && Object.keys(asked).length > 0)
  throw new Error(
    'figures of a try are not written to docs/measurements.md: leave out --tickets, --revisions and --limits',
  );

const rows: Row[] = [];
for (const bench of chosen) {
  process.stderr.write(`measuring ${bench.name} …\n`);
  rows.push(...(await bench.run(asked)));
}
console.log(tableText(rows));
if (values.write) writeFigures(tableText(rows));

const { exitCode, said } = outcome(rows);
process.stderr.write(said);
process.exitCode = exitCode;

function writeFigures(table: string): void {
  const page = new URL('../docs/measurements.md', import.meta.url);
  const day = new Date().toISOString().slice(0, 10);
  const machine = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, ${day}.`;
  const between = /(<!-- bench -->\n)[^]*(<!-- \/bench -->)/;
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(between, (_, open: string, close: string) => `${open}${table}\n\n${machine}\n${close}`),
  );
}
