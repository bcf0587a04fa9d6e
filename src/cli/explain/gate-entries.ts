import { gateRules } from '../../model/feedback.ts';

/** What a gate finding means, and in `detail` the reason for the gate or the next step. */
export type GateEntry = {
  readonly id: string;
  readonly family: 'gate';
  readonly title: string;
  readonly detail: string;
};

/** Returns an entry for each id that gates report, sorted by id. */
export function gateEntries(): readonly GateEntry[] {
  return Object.entries(gateRules)
    .map(([id, text]): GateEntry => {
      const [title = '', ...rest] = text.split(/(?<=\.) /);
      return { id, family: 'gate', title, detail: rest.join(' ') };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
