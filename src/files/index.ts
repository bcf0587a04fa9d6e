export { changedFiles } from './changed-files.ts';
export { committedTexts, leftAt } from './committed-text.ts';
export { openInstalled } from './open-installed.ts';
export { grammarsFor, openGrammars } from './open-grammars.ts';
export { openTree } from './open-tree.ts';
export { treeBefore } from './tree-before.ts';
export { vendoredFolder } from './vendored.ts';
export { ScanStore, type ScanStoreEntry, sumOf } from './stored-scans.ts';
