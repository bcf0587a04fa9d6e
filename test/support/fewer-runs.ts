import fc from 'fast-check';

/** A mutation run repeats every property for every mutant: fewer tries, always the same ones, and no shrinking. */
fc.configureGlobal({ numRuns: Number(process.env['GAUNTLET_RUNS'] ?? 100), seed: 1, endOnFailure: true });
