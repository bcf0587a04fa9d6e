export { familyAuditors } from './family-auditors.ts';
export { families, type Family, type Rule, type RuleHead } from './rule.ts';
export { allFinders, allRules, syntaxFinders } from './rules/index.ts';
export type { ScanCrash, ScanFinding, ScanResult } from './scan-result.ts';
export type { FileLook } from './file-look.ts';
export { fileLooker } from './look-at-file.ts';
export { conclude, scanTree, type ScanOptions } from './scan-tree.ts';
export { suppressionNotes, type SuppressionNote } from './suppressions.ts';
export { chooseRules, type RuleWishes, type UnknownName } from './choose-rules.ts';
