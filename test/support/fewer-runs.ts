import fc from 'fast-check';

/** A mutation run repeats every property for every mutant: fewer tries each, and the same ones every time. */
fc.configureGlobal({ numRuns: Number(process.env['GAUNTLET_RUNS'] ?? 100), seed: 1 });
