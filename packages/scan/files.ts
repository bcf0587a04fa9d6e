// The small door for what paths and texts alone say of a file, without loading a rule or a parser.
export { machineMade } from './engine/files/machine-made.ts';
export { folderOf, joined } from './engine/files/paths.ts';
