import type { Gate } from './gate.ts';

/** Static rules on the changed files (TEAM-22): free, so they run before anybody is paid to judge the change. */
export const scans: Gate = {
  name: 'scans',
  asks: 'Do static rules find something that was not there before?',
  tells: [
    'What static rules call HIGH or CRITICAL in a changed file and do not find at base: invented data, injection, tests that test nothing, files they cannot parse',
  ],
  check: async (context, { base, head, changes }) => ({
    detected: (await context.scan?.(base, head, new Set(changes.map(({ path }) => path)))) ?? [],
  }),
};
