// `npm run agents:table [-- --demo] [name…]`: the whole kit and the demo epic (or that alone) with every pinned agent, and
// the table of docs/agents.md from what came out. With names only those are run, and the table is printed and not written.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

import { type PinnedName, pinnedAgents } from '../test/agents/pinned-agents.ts';

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly duration?: number | null;
    }[];
  }[];
};

type Name = PinnedName | 'api';

const names: readonly Name[] = [...(Object.keys(pinnedAgents) as readonly PinnedName[]), 'api'];
const { values, positionals: asked } = parseArgs({
  options: { demo: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const DEMO = 'the demo epic goes all its ways';
const unknown = asked.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`There is no agent ${unknown.join(', ')}. Agents: ${names.join(', ')}.`);
  process.exit(2);
}
const wanted = asked.length === 0 ? names : names.filter((name) => asked.includes(name));
const report = run(wanted);
const rows = wanted.map((name) => row(name, report));
const table = [
  `| agent | version | settings | ${values.demo ? 'tests' : 'tests of the kit'}: passed of all | demo epic, seconds | result |`,
  '| --- | --- | --- | ---: | ---: | --- |',
  ...rows.map(({ text }) => text),
].join('\n');
console.log(table);
if (asked.length === 0) write(table);
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;

function run(agents: readonly Name[]): Report {
  const folder = fs.mkdtempSync(join(tmpdir(), 'gauntlet-agents-table-'));
  try {
    const file = join(folder, 'report.json');
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const only = values.demo ? ['-t', DEMO] : [];
    const args = [vitest, 'run', '--config', 'vitest.agents.config.ts', ...reporters, ...only];
    spawnSync(process.execPath, [...args, ...agents.map((name) => `test/agents/${name}`)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function row(name: Name, { testResults }: Report): { readonly text: string; readonly isGood: boolean } {
  const tests = testResults
    .filter((file) => basename(file.name).startsWith(name))
    .flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const counted = tests.filter(({ status }) => status === 'passed' || status === 'failed').length;
  // A model behind an API is tried at two kinds of server.
  const demos = tests.filter(({ title }) => title.includes(DEMO));
  const seconds = demos.map(({ status, duration }) =>
    status === 'passed' ? ((duration ?? 0) / 1_000).toFixed(0) : 'no',
  );
  const isGood =
    counted > 0 && passed === counted && demos.length > 0 && demos.every(({ status }) => status === 'passed');
  const use = name === 'claude' || name === 'codex' || name === 'api' ? `use: ${name}` : 'use: acp';
  const version = name === 'api' ? 'built in' : pinnedAgents[name].version;
  const cells = [
    name,
    version,
    `\`${use}\``,
    `${passed} of ${counted}`,
    seconds.join(' and '),
    isGood ? 'ok' : 'BROKEN',
  ];
  return { text: `| ${cells.join(' | ')} |`, isGood };
}

function write(text: string): void {
  const page = 'docs/agents.md';
  const day = new Date().toISOString().slice(0, 10);
  const between = /(<!-- agents -->\n)[^]*(<!-- \/agents -->)/;
  const before = fs.readFileSync(page, 'utf8');
  const told = `${text}\n\nReal programs, a scripted model on loopback, no internet; ${process.platform} ${process.arch}, ${day}.\n`;
  fs.writeFileSync(
    page,
    before.replace(between, (_, open: string, close: string) => `${open}${told}${close}`),
  );
}
