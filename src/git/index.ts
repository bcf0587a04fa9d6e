export { sphere } from './layout.ts';
export { changedAt } from './changed-at.ts';
export { compare, isOnRemote, type Comparison, comparisonAt } from './compare.ts';
export { pastOf, placeOf } from './past.ts';
export { openRepository, type Repository } from './repository.ts';
export { treeAt } from './tree-at.ts';
