export { sphere } from './layout.ts';
export { changedAt } from './changed-at.ts';
export { compare, isOnRemote, type Comparison, comparisonAt } from './compare.ts';
export { records } from './listing.ts';
export { blobsAt, placeOf, readGit } from './objects-at.ts';
export { pastOf } from './past.ts';
export { openRepository, type Repository } from './repository.ts';
export { treeAt } from './tree-at.ts';
