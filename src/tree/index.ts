export { openGrammars } from './open-grammars.ts';
export { openTree } from './open-tree.ts';
export { vendoredFolder } from './vendored.ts';
