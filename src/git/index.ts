export { sphere } from './layout.ts';
export { changedAt } from './changed-at.ts';
export {
  baseBranch,
  branchTips,
  changedInCheckout,
  compare,
  isOnRemote,
  type Comparison,
  comparisonAt,
  nearestRemoteBranch,
  remoteBase,
} from './compare.ts';
export { records } from './listing.ts';
export { blobsAt, type Peek, peekAt, placeOf, readGit } from './objects-at.ts';
export { pastOf } from './past.ts';
export { openRepository, type Repository } from './repository.ts';
export { treeAt } from './tree-at.ts';
