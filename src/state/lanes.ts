import type { Stage } from '../model/events.ts';

/** Bounded places to work in (DISPATCH-04). The lander's lane has one owner at a time and waits for nobody. */
export const lanes = ['developers', 'judges', 'checks', 'lander'] as const;

export type Lane = (typeof lanes)[number];

const laneByStage: Readonly<Record<Stage, Lane>> = {
  baseline: 'checks',
  develop: 'developers',
  validate: 'checks',
  review: 'judges',
  audit: 'judges',
  confirm: 'checks',
  merge: 'lander',
  gate: 'lander',
  land: 'lander',
  survey: 'checks',
  recover: 'judges',
  reconcile: 'judges',
  team: 'judges',
  score: 'checks',
};

export function laneOf(stage: Stage): Lane {
  return laneByStage[stage];
}
