import type { AssignmentEvent, Draft } from '../../src/model/events.ts';
import type { Result } from './world.ts';

/** What the timeline holds. */
export type Happening =
  | { readonly is: 'done'; readonly assignment: AssignmentEvent }
  | { readonly is: 'answer'; readonly result: Result }
  | { readonly is: 'person'; readonly draft: Draft }
  | { readonly is: 'resume' };
