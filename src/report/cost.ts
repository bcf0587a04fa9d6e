import type { AssignmentEvent } from '../model/events.ts';
import type { Budget, Spend } from '../model/usage.ts';
import { type Chronicle, isAgentStep, type RunEntry, runsIn } from './chronicle.ts';
import { count, money, quoted } from './say.ts';
import { column, widthOf } from './width.ts';
import type { State } from '../state/index.ts';

export const costGroups = ['role', 'ticket', 'attempt', 'stage', 'model'] as const;

export type CostGroup = (typeof costGroups)[number];

/** What some runs of agents came to. `estimated…` are the parts that no agent has said; `silent` runs are not in any sum. */
export type CostRow = {
  readonly name: string;
  readonly runs: number;
  /** null where no run of the group says. */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly tokens: number;
  readonly usd: number;
  readonly estimatedUsd: number;
  readonly estimatedTokens: number;
  /** By published prices, not by the agent's word or your own. */
  readonly listedUsd: number;
  /** Runs of which nobody knows the dollars, and no budget asks. */
  readonly silent: number;
};

/** What `cost --json` prints: a contract that other programs read. */
export type CostValue = {
  readonly by: CostGroup;
  readonly rows: readonly CostRow[];
  readonly total: CostRow;
  /** Runs that are on: what is set aside for them is not in the total. */
  readonly running: number;
  readonly reserved: Spend;
  readonly budget: Budget;
  /** What is neither spent nor set aside; null without a bound. Below zero: the last calls went past it. */
  readonly left: Budget;
};

export type Purse = { readonly spent: Spend; readonly reserved: Spend; readonly budget: Budget };

export function costOf(chronicle: Chronicle, by: CostGroup, purse: Purse): CostValue {
  const all = runsIn(chronicle).filter(({ assigned }) => isAgentStep(assigned));
  const ended = all.filter((entry) => entry.ended !== null);
  const groups = new Map<string, RunEntry[]>();
  for (const entry of ended) {
    const name = nameOf(entry, by);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  const rows = [...groups].map(([name, entries]) => rowOf(name, entries));
  const { spent, reserved, budget } = purse;
  const left = (bound: number | null, gone: number, promised: number): number | null =>
    bound === null ? null : bound - gone - promised;
  return {
    by,
    // Those that cost most first; where nothing is known of cost, those that ran most.
    rows: rows.toSorted((a, b) => b.usd - a.usd || b.tokens - a.tokens || b.runs - a.runs),
    total: rowOf('total', ended),
    running: all.length - ended.length,
    reserved,
    budget,
    left: {
      usd: left(budget.usd, spent.usd, reserved.usd),
      tokens: left(budget.tokens, spent.tokens, reserved.tokens),
    },
  };
}

function nameOf({ assigned, ended }: RunEntry, by: CostGroup): string {
  switch (by) {
    case 'role':
      return roleOf(assigned);
    case 'ticket':
      return assigned.ticket;
    case 'attempt':
      return `${assigned.ticket} ${assigned.attempt + 1}`;
    case 'stage':
      return assigned.stage;
    case 'model':
      return ended?.meter?.model ?? 'unknown';
  }
}

function roleOf({ type, stage }: AssignmentEvent): string {
  if (type === 'fixer_dispatched') return 'fixer';
  if (type === 'remediation_dispatched') return 'remediator';
  if (stage === 'develop') return 'developer';
  if (stage === 'review') return 'critic';
  return stage === 'recover' ? 'reviewer' : 'auditor';
}

function rowOf(name: string, entries: readonly RunEntry[]): CostRow {
  const row = {
    name,
    runs: entries.length,
    tokensIn: null as number | null,
    tokensOut: null as number | null,
    tokens: 0,
    usd: 0,
    estimatedUsd: 0,
    estimatedTokens: 0,
    listedUsd: 0,
    silent: 0,
  };
  for (const { ended } of entries) {
    if (ended === null) continue;
    const { used, meter } = ended;
    row.tokens += used.tokens;
    row.usd += used.usd;
    row.tokensIn = sum(row.tokensIn, meter?.tokensIn);
    row.tokensOut = sum(row.tokensOut, meter?.tokensOut);
    if (meter?.usd === 'estimated') row.estimatedUsd += used.usd;
    if (meter?.usd === 'listed') row.listedUsd += used.usd;
    if (meter?.usd === 'unknown') row.silent += 1;
    if (meter?.tokens === 'estimated') row.estimatedTokens += used.tokens;
  }
  return row;
}

function sum(before: number | null, more: number | null | undefined): number | null {
  return more === null || more === undefined ? before : (before ?? 0) + more;
}

/** The table, and below it what the figures are worth and what is left. */
export function costText(value: CostValue, priceWords: string): string {
  const { rows, total, by } = value;
  if (total.runs === 0) return `No agent has finished a run yet.${runningWords(value)}\n`;
  const table = [
    [by, 'runs', 'tokens in', 'tokens out', 'tokens', 'dollars', 'estimated'],
    ...[...rows, total].map(cells),
  ];
  const widths = table[0]?.map((_, nth) => Math.max(...table.map((line) => widthOf(line[nth] ?? '')))) ?? [];
  const lines = table.map((line) =>
    line
      .map((cell, nth) => (nth === 0 ? column(cell, widths[0] ?? 0) : padded(cell, widths[nth] ?? 0)))
      .join('  '),
  );
  return `${[...lines, ...notes(value, priceWords)].map((line) => line.trimEnd()).join('\n')}\n`;
}

function padded(cell: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(cell))) + cell;
}

function cells(row: CostRow): readonly string[] {
  const isUnknown = row.usd === 0 && row.silent === row.runs;
  return [
    quoted(row.name, 60),
    String(row.runs),
    row.tokensIn === null ? '-' : String(row.tokensIn),
    row.tokensOut === null ? '-' : String(row.tokensOut),
    String(row.tokens),
    isUnknown ? '-' : money(row.usd),
    row.estimatedUsd === 0 ? '' : money(row.estimatedUsd),
  ];
}

function notes(value: CostValue, priceWords: string): readonly string[] {
  const { total, budget, left, reserved } = value;
  const of = (what: string, bound: string, rest: string, promised: string): string =>
    `budget ${bound}${what}: ${rest}${what} left${promised === '' ? '' : `, plus ${promised}${what} reserved for running agents`}`;
  return [
    ...(total.estimatedUsd > 0 || total.estimatedTokens > 0
      ? ['estimated: an estimate was charged, because the agent did not report its usage']
      : []),
    ...(total.listedUsd > 0 ? [`${money(total.listedUsd)} by ${priceWords}`] : []),
    ...(total.silent > 0
      ? [`${count(total.silent, 'run')} of unknown cost: neither dollars nor a price were given`]
      : []),
    ...(budget.usd === null
      ? []
      : [of('', money(budget.usd), signed(left.usd ?? 0), reserved.usd === 0 ? '' : money(reserved.usd))]),
    ...(budget.tokens === null
      ? []
      : [
          of(
            ' tokens',
            String(budget.tokens),
            String(left.tokens),
            reserved.tokens === 0 ? '' : String(reserved.tokens),
          ),
        ]),
    ...(value.running === 0 ? [] : [runningWords(value).trim()]),
  ];
}

function signed(usd: number): string {
  return usd < 0 ? `-${money(-usd)}` : money(usd);
}

function runningWords({ running }: CostValue): string {
  return running === 0 ? '' : ` ${count(running, 'run')} still running`;
}

/** The cost of a run in words. An estimate charged to the budget is never called a cost (TEAM-16). */
export function costWords({ spent, estimated }: Pick<State, 'spent' | 'estimated'>): string {
  if (estimated.usd === 0) return `cost ${money(spent.usd)}`;
  const charged = `${money(estimated.usd)} charged to the budget by estimate`;
  if (spent.usd <= estimated.usd) return `cost not reported by the agents (${charged})`;
  return `cost ${money(spent.usd - estimated.usd)} reported, ${charged}`;
}

/** Whether any agent has reported a cost: without one, every figure would be an estimate. */
export function hasReported({ spent, estimated }: Pick<State, 'spent' | 'estimated'>): boolean {
  return spent.usd > estimated.usd;
}
