export { auditorOf, families } from './engine/families.ts';
export { isNear, type Rule, type RuleHead } from './engine/rule.ts';
export { allFinders, allRules, syntaxFinders } from './registry.generated.ts';
export type { ScanCrash, ScanFinding, ScanResult } from './engine/findings/scan-result.ts';
export { type Exposed, exposedBy } from './concepts/exposed/exposed.ts';
export type { Library } from './concepts/library/choose-libraries.ts';
export { readableFiles } from './concepts/library/readable-files.ts';
export type { FileScan } from './engine/file-scan.ts';
export {
  changeOf,
  type StoredFileScan,
  readFileScan,
  writeFileScan,
} from './engine/incremental/stored-scan.ts';
export { type FileChange, CachedResults } from './engine/incremental/cached-results.ts';
export { isProgram, languageOf } from './engine/files/languages.ts';
export { fileScanner } from './engine/scan-file.ts';
export { setHintsAside } from './engine/findings/set-hints-aside.ts';
export { conclude, scanTree, type ScanOptions } from './engine/scan-tree.ts';
export { suppressionNotes, type SuppressionNote } from './engine/findings/suppression-notes.ts';
export {
  chooseRules,
  type ChosenRules,
  type Profile,
  profiles,
  type RuleWishes,
  type UnknownName,
} from './engine/choose-rules.ts';
export { earnedSeverity, measuredText, type Tier, tierOf } from './engine/findings/tier.ts';
export * as typescript from './syntax/typescript/view.ts';
export { hasFunctions, takeOut } from './concepts/take-out/take-out.ts';
export type { SecretDetection } from './engine/secret-detection.ts';
export type { LeftOut, Listing, Tree, TreeEntry } from './engine/files/tree.ts';
export type { Installed } from './concepts/library/installed.ts';
export type { Grammar, Grammars, SyntaxNode } from './syntax/tree-sitter/syntax-node.ts';
export { machineMade } from './engine/files/machine-made.ts';
