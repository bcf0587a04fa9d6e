export { addedLines, lineAt, removedLines } from './change.ts';
export type { FileChange, FileVersion } from './change.ts';
export { caseChanges, type CaseChanges, writtenTitles } from './case-changes.ts';
export { checkRole, settingsAt, settingsPutBack } from './check-files.ts';
export { without } from './compare-cases.ts';
export { detectCoordination } from './coordination.ts';
export { type Detected, findingsOf, identityIn } from './finding.ts';
export { languageOf } from './language.ts';
export { linkEnd } from './link-end.ts';
export { lostValues } from './lost-values.ts';
export { machineMade } from './machine-made.ts';
export { masked } from './mask.ts';
export { MaskedStream, type NamedKey } from './masked-stream.ts';
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
} from './named-scripts.ts';
export { detectNeutralised } from './neutralised.ts';
export { detectOddities } from './oddities.ts';
export { detectProtected, protectedKinds, protectionOf } from './protected-files.ts';
export { isUsedBy, meansOther, renamedMeanings } from './renamed-meaning.ts';
export { detectScope } from './scope.ts';
export { secretProof } from './secret-proof.ts';
export { detectSecrets, type FoundSecret, redact, secretsIn } from './secrets.ts';
export { shadowsRunner, sourceNames, steersTests, toolFolder } from './steering.ts';
export { detectTampering } from './tampering.ts';
export { isTest, isTestFile, loadsTestRunner, recordedBeside } from './test-files.ts';
