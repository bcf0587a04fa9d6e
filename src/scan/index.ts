export { ruleChecks } from './rule-checks.ts';
export { auditorOf, families } from './families.ts';
export { isNear, type Rule } from './rule.ts';
export { allFinders, allRules, syntaxFinders } from './rules/index.ts';
export type { ScanCrash, ScanFinding, ScanResult } from './scan-result.ts';
export { type Exposed, exposedBy } from './exposed.ts';
export type { Library } from './library/choose-libraries.ts';
export { readableFiles } from './library/readable-files.ts';
export type { FileLook } from './file-look.ts';
export { changeOf, type LookText, readLook, writeLook } from './look-text.ts';
export { type FileChange, ProjectResults } from './project-results.ts';
export { isProgram, languageOf } from './languages.ts';
export { fileLooker } from './look-at-file.ts';
export { setHintsAside } from './set-hints-aside.ts';
export { conclude, scanTree, type ScanOptions } from './scan-tree.ts';
export { suppressionNotes, type SuppressionNote } from './suppressions.ts';
export {
  chooseRules,
  type ChosenRules,
  type Profile,
  profiles,
  type RuleWishes,
  type UnknownName,
} from './choose-rules.ts';
export { earnedSeverity, measuredText, type Tier, tierOf } from './tier.ts';
export * as typescript from './parse/typescript.ts';
export { hasFunctions, takeOut } from './take-out/take-out.ts';
