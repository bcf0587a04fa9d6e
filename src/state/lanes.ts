import type { Stage } from '../model/events.ts';

/** Bounded places to work in (DISPATCH-04). The lander's lane has one owner at a time and waits for nobody. */
export const lanes = ['developers', 'judges', 'checks', 'lander'] as const;

export type Lane = (typeof lanes)[number];

/** Asked several times for every event; a table that is read by many keys is slower than this. */
export function laneOf(stage: Stage): Lane {
  switch (stage) {
    case 'develop':
      return 'developers';
    case 'review':
    case 'audit':
    case 'recover':
    case 'reconcile':
    case 'team':
      return 'judges';
    case 'merge':
    case 'gate':
    case 'land':
      return 'lander';
    case 'baseline':
    case 'validate':
    case 'confirm':
    case 'survey':
    case 'score':
      return 'checks';
  }
}

/** A record of lanes in which one has another value. */
export function withLane<T>(
  record: Readonly<Record<Lane, T>>,
  lane: Lane,
  value: T,
): Readonly<Record<Lane, T>> {
  switch (lane) {
    case 'developers':
      return { ...record, developers: value };
    case 'judges':
      return { ...record, judges: value };
    case 'checks':
      return { ...record, checks: value };
    case 'lander':
      return { ...record, lander: value };
  }
}

export function inLane<T>(record: Readonly<Record<Lane, T>>, lane: Lane): T {
  switch (lane) {
    case 'developers':
      return record.developers;
    case 'judges':
      return record.judges;
    case 'checks':
      return record.checks;
    case 'lander':
      return record.lander;
  }
}
