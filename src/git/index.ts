export { changedAt } from './changed-at.ts';
export { compare, isOnRemote, type Comparison, comparisonAt } from './compare.ts';
export { openRepository, type Repository } from './repository.ts';
export { treeAt } from './tree-at.ts';
export type { Cleaned, Leftover } from './clean.ts';
