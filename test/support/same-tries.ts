import fc from 'fast-check';

/**
 * Properties try the same inputs every time, so that a red test means a change and not a throw of the dice;
 * `npm run test:search` tries others, and more of them.
 */
const search = process.env['GAUNTLET_SEARCH'];
fc.configureGlobal(search === undefined ? { seed: 1 } : { numRuns: Number(search) });
