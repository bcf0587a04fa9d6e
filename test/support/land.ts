// A ticket of a site in memory, from its developer to the epic branch.
import { handOut } from './site.ts';
import type { Stand } from './site.ts';

/** `work` is the commit that is delivered, `<work> landed` what it lands as. */
export function land(site: Stand, ticket: string, work: string): void {
  const [commit, tree] = [`${work} landed`, `tree of ${work} landed`];
  const used = { usd: 0, tokens: 0 };
  const told = (stage: 'develop' | 'merge' | 'gate' | 'land', event: object): void => {
    const { run } = handOut(site, stage, { ticket });
    site.tell({ ticket, run, used, ...event });
  };
  told('develop', { type: 'developer_ready_for_review', commit: work, tree: `tree of ${work}` });
  told('merge', { type: 'merged', commit, tree, overlapping: false });
  told('gate', { type: 'landing_gate_passed', tree });
  told('land', { type: 'task_complete', commit, tree });
}
