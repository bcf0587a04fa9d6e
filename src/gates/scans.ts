import type { Gate } from './gate.ts';

/** Static rules on the changed files (TEAM-22): free, so they run before anybody is paid to judge the change. */
export const scans: Gate = {
  name: 'scans',
  asks: 'Do static rules find something that was not there before?',
  tells: [
    'New HIGH or CRITICAL findings of static rules in a changed file: invented data, injection, tests without assertions, files that do not parse',
  ],
  check: async (context, { base, head, changes }) => ({
    detected: (await context.scan?.(base, head, new Set(changes.map(({ path }) => path)))) ?? [],
  }),
};
