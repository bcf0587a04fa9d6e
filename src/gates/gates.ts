import type { Gate } from './gate.ts';
import { verification } from './verification.ts';

/** What is asked of a merged tree, in this order: cheap ones first. */
export const landingGates: readonly Gate[] = [verification];

/** What is asked of a delivered commit; the branch facts come before all of them. */
export const validationGates: readonly Gate[] = [...landingGates];
