/**
 * An epic on a public repository with any agent, judged by upstream's own later tests.
 *
 *   npm run trial -- trials/NAME --repo CLONE --agents FILE [--work DIR] [--report]
 *   npm run trial -- trials/NAME --repo CLONE --verify
 *
 * CLONE has upstream's history. FILE is a piece of gauntlet.yaml with `agents`, perhaps `limits`. DIR keeps the clone, the
 * run and the result (result.md, result.json); the same command goes on with a run that was stopped or waited for a person.
 * `--report` only evaluates what is there. `--verify` runs no agent: it shows that every hidden test fails at base and
 * passes at upstream's commit, and exits with 1 where one does not.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { parse } from 'yaml';

import { sharedCli } from '../../test/support/shared-cli.ts';
import { root } from '../../test/source.ts';
import { Checkout } from '../replay/checkout.ts';
import { factsOf, otherJobs } from './facts.ts';
import { readTrial, type Trial } from './folder.ts';
import { type HiddenResult, HiddenRuns } from './hidden.ts';
import { resultText, type TicketRow, type TrialResult } from './table.ts';
import { type Config, openWork, runEpic, surroundingsOf } from './work.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repo: { type: 'string' },
    agents: { type: 'string' },
    work: { type: 'string' },
    report: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined || values.repo === undefined)
  throw new Error('usage: npm run trial -- trials/NAME --repo CLONE --agents FILE');
if (values.agents === undefined && !values.verify && !values.report)
  throw new Error('no agents: add --agents FILE, a file with the agents block of gauntlet.yaml');

const trial = readTrial(resolve(folder));
const upstream = resolve(values.repo);
const place = resolve(values.work ?? join(root, 'node_modules/.cache/gauntlet-trials', trial.name));
mkdirSync(place, { recursive: true });
// Hidden tests run in this process: their workspaces and caches are the trial's own, as those of the run are.
process.env['GAUNTLET_WORKSPACES'] = join(place, 'hidden-ws');
process.env['XDG_CACHE_HOME'] = join(place, 'cache');
process.exitCode = await (values.verify ? verify() : evaluate());

async function evaluate(): Promise<number> {
  const checkout = new Checkout(place, upstream, sharedCli(), trial.base);
  const given = values.agents === undefined ? {} : (parse(readFileSync(values.agents, 'utf8')) as Config);
  const config = await openWork(trial, { checkout, given });
  const known = join(place, 'run.json');
  const before = existsSync(known)
    ? (JSON.parse(readFileSync(known, 'utf8')) as Ran)
    : { code: null, cpuMs: 0 };
  const ran = values.report ? before : addedUp(before, await runEpic(trial, checkout));
  writeFileSync(known, JSON.stringify(ran));
  const result = await resultOf(checkout, config, ran);
  writeFileSync(join(place, 'result.json'), JSON.stringify(result, undefined, 2));
  writeFileSync(join(place, 'result.md'), resultText(result));
  console.log(resultText(result));
  return ran.code ?? 1;
}

type Ran = { readonly code: number | null; readonly cpuMs: number };

function addedUp(before: Ran, now: Ran): Ran {
  return { code: now.code, cpuMs: before.cpuMs + now.cpuMs };
}

async function resultOf(checkout: Checkout, config: Config, ran: Ran): Promise<TrialResult> {
  const { id: epic } = trial.epic;
  const hub = join(checkout.folder, '.git/gauntlet/hub.git');
  const journal = {
    events: await checkout.events(epic),
    record: (run: number, name: string) => checkout.record(epic, run, name),
    diff: (from: string, to: string, file: string) =>
      checkout.git('--git-dir', hub, 'diff', '-U0', '--no-ext-diff', from, to, '--', file),
  };
  const facts = trial.tickets.map((ticket) => ({ ...ticket, ...factsOf(journal, ticket.id) }));
  const hidden = hiddenRuns(surroundingsOf(config));
  const tickets: TicketRow[] = [];
  for (const row of facts) {
    const end = row.landed === null ? null : checkout.git('rev-parse', `epic/${epic}`).trim();
    hidden.take(hub, [...row.deliveries, ...(end === null ? [] : [end])]);
    const tested: HiddenResult[] = [];
    for (const commit of row.deliveries) tested.push(await hidden.run(row.id, commit));
    tickets.push({ ...row, tested, final: end === null ? null : await hidden.run(row.id, end) });
  }
  await hidden.close();
  return {
    trial: trial.name,
    repository: trial.repository,
    purpose: trial.purpose,
    base: trial.base,
    date: new Date().toISOString().slice(0, 10),
    agents: config['agents'] ?? null,
    instead: saidInstead(trial),
    exitCode: ran.code,
    cpuMs: ran.cpuMs,
    tickets,
    others: otherJobs(
      journal,
      trial.tickets.map(({ id }) => id),
    ),
  };
}

function saidInstead({ instead }: Trial): string {
  if (instead === undefined) return 'setup and checks are those of gauntlet init';
  return `${Object.keys(instead.config).join(', ')} not as gauntlet init writes it: ${instead.because}`;
}

function hiddenRuns(surroundings: Config): HiddenRuns {
  return new HiddenRuns({ trial, upstream, place, surroundings });
}

/** Shows that the hidden tests tell upstream's work from base, and still pass when upstream has done all tickets. */
async function verify(): Promise<number> {
  const checkout = new Checkout(place, upstream, sharedCli(), trial.base);
  const hidden = hiddenRuns(surroundingsOf(await openWork(trial, { checkout, given: {} })));
  let isGood = true;
  for (const { id } of trial.tickets) {
    const base = await hidden.run(id, trial.base);
    const done = await hidden.run(id, trial.hidden.tickets[id]?.commit ?? '');
    const last = await hidden.run(id, hidden.lastWith(id));
    const wrong = [
      ...base.passed.map((test) => `passes at base: ${test}`),
      ...done.failed.map((test) => `fails at upstream's commit: ${test} ${done.because}`),
      ...last.failed.map((test) => `fails at upstream's last commit with it: ${test} ${last.because}`),
    ];
    isGood &&= wrong.length === 0;
    const note = base.because === '' ? '' : ` (at base: ${base.because.slice(0, 200)})`;
    console.log([`${id}: ${done.passed.length} hidden tests${note}`, ...wrong].join('\n  '));
  }
  await hidden.close();
  return isGood ? 0 : 1;
}
