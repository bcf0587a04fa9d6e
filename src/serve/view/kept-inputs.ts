import type { AgentSettings, Config } from '../../model/config.ts';
import type { Epic, Ticket } from '../../model/epic.ts';
import type { Book } from '../book.ts';

/** What judges the run, as far as pages show it; parts may be missing where an older version kept them. */
export type KeptInputs = {
  readonly epic?: Partial<Epic>;
  readonly config?: Partial<Config>;
  readonly cast?: Readonly<Record<string, { readonly settings?: Partial<AgentSettings> } | undefined>>;
};

const known = new WeakMap<Book, { readonly hash: string; readonly inputs: KeptInputs }>();

export function inputsOf(book: Book): KeptInputs {
  const hash = book.state().inputs;
  const before = known.get(book);
  if (before?.hash === hash) return before.inputs;
  const kept: unknown = hash === '' ? undefined : book.desk.inputs(hash);
  const inputs = typeof kept === 'object' && kept !== null ? (kept as KeptInputs) : {};
  known.set(book, { hash, inputs });
  return inputs;
}

const byId = new WeakMap<KeptInputs, ReadonlyMap<string, Ticket>>();

export function ticketIn(inputs: KeptInputs, id: string): Ticket | undefined {
  let tickets = byId.get(inputs);
  if (tickets === undefined) {
    tickets = new Map((inputs.epic?.tickets ?? []).map((ticket) => [ticket.id, ticket]));
    byId.set(inputs, tickets);
  }
  return tickets.get(id);
}

/** `claude opus-5`: who plays a role, as it was set when the run began. */
export function agentWords({ cast }: KeptInputs, role: string): string {
  const settings = cast?.[role]?.settings;
  if (settings === undefined) return '';
  return [settings.use, settings.model].filter((word) => word !== null && word !== undefined).join(' ');
}

/** A bound of the epic, else of the configuration. */
export function limitOf(
  inputs: KeptInputs,
  name: 'maxRevisions' | 'budgetUsd' | 'budgetTokens',
): number | null {
  return inputs.epic?.limits?.[name] ?? inputs.config?.limits?.[name] ?? null;
}
