import { type Chronicle, costGroups, costOf, type CostValue } from '../../report/index.ts';
import type { Book } from '../book.ts';
import type { CostLine, CostView } from '../wire-tables.ts';
import { inputsOf } from './kept-inputs.ts';
import { budgetOf } from './state-view.ts';

const MOST_LINES = 200;
const MOST_POINTS = 240;

export function costView(book: Book): CostView {
  const state = book.state();
  const chronicle = book.chronicle();
  const purse = { spent: state.spent, reserved: state.reserved, budget: budgetOf(state, inputsOf(book)) };
  const all = new Map(costGroups.map((group) => [group, costOf(chronicle, group, purse)]));
  const rows = (group: keyof CostView['by']) => all.get(group)?.rows ?? [];
  const lines = (group: keyof CostView['by']) => rows(group).slice(0, MOST_LINES).map(lineOf);
  const more = (group: keyof CostView['by']) => Math.max(0, rows(group).length - MOST_LINES);
  const whole = all.get('role') ?? costOf(chronicle, 'role', purse);
  return {
    total: lineOf(whole.total),
    budget: whole.budget,
    left: whole.left,
    reserved: whole.reserved,
    running: whole.running,
    rework: reworkIn(chronicle),
    by: { role: lines('role'), model: lines('model'), ticket: lines('ticket'), stage: lines('stage') },
    more: { role: more('role'), model: more('model'), ticket: more('ticket'), stage: more('stage') },
    burn: burnOf(chronicle),
  };
}

function lineOf(row: CostValue['total']): CostLine {
  const { name, runs, tokensIn, tokensOut, tokens, usd, estimatedUsd, silent } = row;
  return { name, runs, tokensIn, tokensOut, tokens, usd, estimatedUsd, silent };
}

/** What attempts after the first have cost. */
function reworkIn(chronicle: Chronicle): CostView['rework'] {
  const sum = { usd: 0, tokens: 0 };
  for (const job of chronicle.jobs) {
    for (const { assigned, ended } of chronicle.of(job).runs) {
      if (assigned.attempt === 0 || ended === null) continue;
      sum.usd += ended.used.usd;
      sum.tokens += ended.used.tokens;
    }
  }
  return sum;
}

function burnOf(chronicle: Chronicle): CostView['burn'] {
  const ends = [...chronicle.jobs]
    .flatMap((job) => chronicle.of(job).runs.flatMap(({ ended }) => (ended === null ? [] : [ended])))
    .filter(({ used }) => used.usd > 0 || used.tokens > 0)
    .sort((a, b) => a.at - b.at);
  const every = Math.max(1, Math.ceil(ends.length / MOST_POINTS));
  const points: { at: number; usd: number; tokens: number }[] = [];
  const sum = { usd: 0, tokens: 0 };
  for (const [nth, { at, used }] of ends.entries()) {
    sum.usd += used.usd;
    sum.tokens += used.tokens;
    if (nth % every === every - 1 || nth === ends.length - 1) points.push({ at, ...sum });
  }
  return points;
}
