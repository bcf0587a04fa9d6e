export { openGrammars } from './open-grammars.ts';
export { openTree } from './open-tree.ts';
