import { execFileSync } from 'node:child_process';

import type { Event } from '../../src/model/events.ts';
import type { Start } from '../support/epic-run.ts';
import { doneTwice, landedOn, unprovedOn } from '../support/proved-branch.ts';
import { isWantingAtFirst } from './chaos-epic.ts';

/** What stands outside of the journal and has to agree with it: the branch, its files, and the agents that really started. */
export type Outside = {
  /** The checkout of the coordinator that ended the run. */
  readonly checkout: string;
  readonly starts: readonly Start[];
};

/** What landed is what the journal says, once each, and nothing of it is what its judges had sent back. */
export function outsideBreaches(events: readonly Event[], { checkout, starts }: Outside): readonly string[] {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const landings = events.filter((event) => event.type === 'task_complete');
  const merges = git('log', '--first-parent', '--reverse', '--format=%H', 'main..epic/e1').split('\n');
  const found: string[] = [];
  if (merges.join() !== landings.map(({ commit }) => commit).join())
    found.push(`${merges.length} merges on the branch, ${landings.length} landings in the journal`);
  for (const { ticket, commit } of landings) {
    const text = git('show', `${commit}:parts/${ticket}.txt`);
    if (/BROKEN/.test(text)) found.push(`false pass: ${ticket} landed broken`);
    if (isWantingAtFirst(ticket) && !/attempt [1-9]/.test(text))
      found.push(`false pass: ${ticket} landed as it was sent back (${text})`);
  }
  found.push(...unprovedOn(landedOn(git, 'main..epic/e1'), events), ...doneTwice(events));
  return [...found, ...twice(starts.map(nameOf)).map((name) => `agent started twice: ${name}`)];
}

function nameOf({ role, ticket, attempt, try: nth, round, token }: Start): string {
  return [role, ticket, attempt, nth, round, token].join(' ');
}

function twice(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
}
