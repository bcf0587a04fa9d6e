export { sphere } from './layout.ts';
export { changedAt, type Peek, peekAt } from './comparing/files-at.ts';
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
} from './comparing/compare.ts';
export { Omitted } from './comparing/omitted.ts';
export { records } from './comparing/listing.ts';
export { blobsAt, placeOf, readGit } from './running/objects-at.ts';
export { pastOf } from './comparing/past.ts';
export { openRepository, type Repository } from './repository.ts';
export { treeAt } from './comparing/tree-at.ts';
