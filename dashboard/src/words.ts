import { duration } from '../../src/model/amounts.ts';
import type { Stage } from '../../src/model/events.ts';
import type { JobRow, StepState } from '../../src/serve/wire.ts';

export { count, duration, money } from '../../src/model/amounts.ts';

export function tokens(amount: number): string {
  if (amount < 1000) return `${amount}`;
  return amount < 1e6 ? `${(amount / 1000).toFixed(1)}k` : `${(amount / 1e6).toFixed(2)}M`;
}

export function clockTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString('en-GB');
}

export function dateTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('T', ' ').slice(0, 19);
}

export function percent(ratio: number): string {
  return `${Math.floor(ratio * 100)} %`;
}

/** A picture for each way a ticket can stand; the word always stands beside it. */
export const glyphs: Readonly<Record<JobRow['bucket'], string>> = {
  waiting: '·',
  running: '▶',
  blocked: '■',
  deciding: '⚠',
  done: '✓',
  failed: '✗',
};

export const bucketWords: Readonly<Record<JobRow['bucket'], string>> = {
  waiting: 'waiting',
  running: 'running',
  blocked: 'blocked',
  deciding: 'needs you',
  done: 'landed',
  failed: 'failed',
};

/** What each box of a ticket's way through the gate is called. */
export const stepWords: Readonly<Partial<Record<Stage, string>>> = {
  develop: 'dev',
  validate: 'checks',
  review: 'critic',
  audit: 'audit',
  gate: 'merge',
  land: 'land',
};

export const stepGlyphs: Readonly<Record<StepState, string>> = {
  done: '✓',
  running: '▶',
  failed: '✗',
  waiting: '',
  skipped: '–',
};

/** Whether every typed word is in a text. Only letters and digits count, so `shop3` finds SHOP-3. */
export function fits(text: string, typed: string): boolean {
  const plain = (words: string): string => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const all = plain(text);
  return typed.split(/\s+/).every((word) => all.includes(plain(word)));
}

export function short(commit: string | null): string {
  return commit === null ? '' : commit.slice(0, 8);
}

/** `250 ms`, and from a second on as durations are said elsewhere. */
export function brief(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : duration(ms);
}
