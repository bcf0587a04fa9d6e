/**
 * Names what `evolve` makes of a journal, and what else is folded beside it. A snapshot of another version is passed
 * over, so this changes whenever the fold does; a test over the golden journals notices when it has to.
 */
export const foldVersion = '38';
