import { oneOf } from '../schema/shape.ts';
/** What an audit failed in work that critics had passed (FLOW-14). */
export const disagreements = ['criteria', 'quality', 'environment'] as const;

export type Disagreement = (typeof disagreements)[number];

export const disagreement = oneOf(disagreements);
