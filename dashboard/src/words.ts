import type { Row, StepState } from '../../src/serve/wire.ts';

export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}

/** `44s`, `3m12s`, `2h05m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${two(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

export function money(usd: number): string {
  return usd === 0 ? '$0' : `$${usd.toFixed(2)}`;
}

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
export const glyphs: Readonly<Record<Row['bucket'], string>> = {
  waiting: '·',
  running: '▶',
  blocked: '■',
  deciding: '⚠',
  done: '✓',
  failed: '✗',
};

export const bucketWords: Readonly<Record<Row['bucket'], string>> = {
  waiting: 'waiting',
  running: 'running',
  blocked: 'blocked',
  deciding: 'needs you',
  done: 'landed',
  failed: 'failed',
};

export const stepGlyphs: Readonly<Record<StepState, string>> = {
  done: '✓',
  running: '▶',
  failed: '✗',
  waiting: '',
  skipped: '–',
};

export function short(commit: string | null): string {
  return commit === null ? '' : commit.slice(0, 8);
}
