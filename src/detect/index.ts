export { addedLines, lineAt, removedLines } from './change.ts';
export type { FileChange, FileVersion } from './change.ts';
export { caseChanges, type CaseChanges, writtenTitles } from './tests/case-changes.ts';
export { checkRole, settingsAt, settingsPutBack } from './checks/check-files.ts';
export { without } from './tests/compare-cases.ts';
export { detectCoordination } from './coordination.ts';
export { type Detected, findingsOf, identityIn } from './finding.ts';
export { languageOf } from './code/language.ts';
export { linkEnd } from './link-end.ts';
export { lostValues } from './tests/lost-values.ts';
export { masked } from './code/mask.ts';
export { MaskedStream, type NamedKey } from './secrets/masked-stream.ts';
export {
  filesMeant,
  importsOf,
  isShellScript,
  namedScripts,
  namingTests,
  recipeFiles,
  type Runner,
  scriptsWithin,
  startedRunners,
} from './checks/named-scripts.ts';
export { detectNeutralised } from './checks/neutralised.ts';
export { detectOddities } from './oddities.ts';
export { detectProtected, protectedKinds, protectionOf } from './protected-files.ts';
export { isUsedBy, meansOther, renamedMeanings } from './tests/renamed-meaning.ts';
export { detectScope } from './scope.ts';
export { secretDetection } from './secrets/secret-detection.ts';
export { detectSecrets, redact } from './secrets/secrets.ts';
export { shadowsRunner, sourceNames, steersTests, toolFolder } from './tests/steering.ts';
export { detectTampering } from './checks/tampering.ts';
export { isTest, isTestFile, loadsTestRunner, recordedBeside } from './tests/test-files.ts';
