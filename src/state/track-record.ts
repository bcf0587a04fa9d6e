import type { Disagreement, Event } from '../model/events.ts';
import type { CriticName, Provenance } from '../model/provenance.ts';

/** How far one critic's passes can be relied on: how many there were, and how many of them an audit failed, by kind. */
export type TrackRecord = CriticName & {
  readonly passes: number;
  readonly overturned: Readonly<Record<Disagreement, number>>;
};

/** Names come from agents. Whoever calls itself something new each time is counted here, so that nothing grows. */
const others: CriticName = { agent: 'others', model: null };

const MOST_CRITICS = 50;

/** Journals from before it was recorded do not say who it was. */
const unknown: CriticName = { agent: 'unknown', model: null };

/** Who passed, as it is counted. */
export function criticOf({ by }: { readonly by?: Provenance | undefined }): CriticName {
  return by === undefined ? unknown : { agent: by.agent, model: by.model };
}

export function withPass(critics: readonly TrackRecord[], critic: CriticName): readonly TrackRecord[] {
  return counted(critics, critic, (known) => ({ ...known, passes: known.passes + 1 }));
}

type Disagreed = Pick<Extract<Event, { type: 'judges_disagreed' }>, 'kind' | 'critics'>;

/** Every pass that the audit failed counts once: three critics of one kind that were wrong were wrong three times. */
export function withOverturned(
  critics: readonly TrackRecord[],
  { kind, critics: wrong }: Disagreed,
): readonly TrackRecord[] {
  return wrong.reduce(
    (sum, critic) =>
      counted(sum, critic, (known) => ({
        ...known,
        overturned: { ...known.overturned, [kind]: known.overturned[kind] + 1 },
      })),
    critics,
  );
}

function counted(
  critics: readonly TrackRecord[],
  critic: CriticName,
  change: (known: TrackRecord) => TrackRecord,
): readonly TrackRecord[] {
  const index = critics.findIndex((known) => isOne(known, critic));
  const known = critics[index];
  if (known !== undefined) return critics.with(index, change(known));
  if (critics.length >= MOST_CRITICS && !isOne(critic, others)) return counted(critics, others, change);
  const { agent, model } = critic;
  return [
    ...critics,
    change({ agent, model, passes: 0, overturned: { criteria: 0, quality: 0, environment: 0 } }),
  ];
}

function isOne(a: CriticName, b: CriticName): boolean {
  return a.agent === b.agent && a.model === b.model;
}
