export { openTree } from './open-tree.ts';
