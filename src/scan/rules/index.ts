import { assetFacts, assetTexts } from '../facts/assets.ts';
import { callFacts } from '../facts/calls.ts';
import { classFacts } from '../facts/classes.ts';
import { constantFacts } from '../facts/constants.ts';
import { csharpDomainValues, pythonDomainValues } from '../facts/domain-values-syntax.ts';
import { domainValueFacts } from '../facts/domain-values.ts';
import { creationFacts, creationTexts } from '../facts/creations.ts';
import { databaseFacts } from '../facts/databases.ts';
import { classEntities } from '../facts/entities-classes.ts';
import { csharpEntities } from '../facts/entities-csharp.ts';
import { drizzleEntities } from '../facts/entities-drizzle.ts';
import { mongooseEntities } from '../facts/entities-mongoose.ts';
import { prismaEntities } from '../facts/entities-prisma.ts';
import { pythonEntities } from '../facts/entities-python.ts';
import { sequelizeEntities } from '../facts/entities-sequelize.ts';
import { enumFacts } from '../facts/enums.ts';
import { angularFacts } from '../facts/angular.ts';
import { commonExportFacts } from '../facts/module-exports.ts';
import { fileNameFacts } from '../facts/file-names.ts';
import { javaGoRuntime } from '../facts/runtime-java-go.ts';
import { javaSettings } from '../facts/java-settings.ts';
import { moduleFacts } from '../facts/modules.ts';
import { rawSql } from '../facts/raw-sql.ts';
import { runtimeFacts, runtimeTexts } from '../facts/runtime.ts';
import { controllerFacts } from '../facts/routes-classes.ts';
import { csharpRoutes } from '../facts/routes-csharp.ts';
import { goFinders, javaFinders } from './java-go-finders.ts';
import { pythonRoutes } from '../facts/routes-python.ts';
import { pythonViews } from '../facts/views-python.ts';
import { routeFacts } from '../facts/routes.ts';
import { styleFacts } from '../facts/styles-in-code.ts';
import { styleTexts } from '../facts/styles.ts';
import { csharpServices } from '../facts/services-csharp.ts';
import { stubsInOthers } from '../facts/stubs-others.ts';
import { stubFacts } from '../facts/stubs.ts';
import { csharpTests } from '../facts/tests-csharp.ts';
import { pythonTests } from '../facts/tests-python.ts';
import { testFacts } from '../facts/tests.ts';
import { csharpRowFacts, pythonRowFacts } from '../facts/rows-text.ts';
import { rowFacts } from '../facts/rows.ts';
import { silentReturnFacts } from '../facts/silent-returns.ts';
import { csharpTransitions, pythonTransitions, transitionFacts } from '../facts/transitions.ts';
import { csharpUnsaved } from '../facts/unsaved-csharp.ts';
import { pythonUnsaved } from '../facts/unsaved-python.ts';
import { unsavedFacts } from '../facts/unsaved.ts';
import { pythonValueSets } from '../facts/value-sets-python.ts';
import { valueSetFacts } from '../facts/value-sets.ts';
import type { FactFinder, Rule, SyntaxFinder, TextFinder } from '../rule.ts';
import { sqlInCode } from '../sql/in-code.ts';
import { loopedInCode } from '../queries/looped-code.ts';
import { replacedInCode } from '../queries/replaced-code.ts';
import { uncheckedInCode } from '../input/unchecked-code.ts';
import { functionFacts } from '../facts/functions.ts';
import { sqlInOthers } from '../sql/in-others.ts';
import { loopedInOthers } from '../queries/looped-others.ts';
import { replacedInOthers } from '../queries/replaced-others.ts';
import { uncheckedInOthers } from '../input/unchecked-others.ts';
import { functionsInCsharp, functionsInPython } from '../facts/functions-others.ts';
import { e2eInOthers } from '../facts/e2e-others.ts';
import { endToEndInCode } from '../facts/e2e-code.ts';
import { safetyInCode } from '../safety/in-code.ts';
import { safetyInCsharp } from '../safety/in-csharp.ts';
import { safetyInPython } from '../safety/in-python.ts';
import { rule as api001 } from './API-001/rule.ts';
import { rule as api002 } from './API-002/rule.ts';
import { rule as api003 } from './API-003/rule.ts';
import { rule as api004 } from './API-004/rule.ts';
import { rule as asset001 } from './ASSET-001/rule.ts';
import { rule as asset002 } from './ASSET-002/rule.ts';
import { rule as asset003 } from './ASSET-003/rule.ts';
import { rule as back001 } from './BACK-001/rule.ts';
import { rule as back002 } from './BACK-002/rule.ts';
import { rule as back016 } from './BACK-016/rule.ts';
import { rule as back017 } from './BACK-017/rule.ts';
import { rule as e2e001 } from './E2E-001/rule.ts';
import { rule as e2e002 } from './E2E-002/rule.ts';
import { rule as e2e003 } from './E2E-003/rule.ts';
import { rule as e2e004 } from './E2E-004/rule.ts';
import { rule as e2e005 } from './E2E-005/rule.ts';
import { rule as e2e006 } from './E2E-006/rule.ts';
import { rule as e2e007 } from './E2E-007/rule.ts';
import { rule as enum001 } from './ENUM-001/rule.ts';
import { rule as enum002 } from './ENUM-002/rule.ts';
import { rule as enum003 } from './ENUM-003/rule.ts';
import { rule as enum004 } from './ENUM-004/rule.ts';
import { rule as front007 } from './FRONT-007/rule.ts';
import { rule as db001 } from './DB-001/rule.ts';
import { rule as db002 } from './DB-002/rule.ts';
import { rule as db003 } from './DB-003/rule.ts';
import { rule as db004 } from './DB-004/rule.ts';
import { rule as db005 } from './DB-005/rule.ts';
import { rule as db006 } from './DB-006/rule.ts';
import { rule as db007 } from './DB-007/rule.ts';
import { rule as db008 } from './DB-008/rule.ts';
import { rule as deploy001 } from './DEPLOY-001/rule.ts';
import { rule as deploy002 } from './DEPLOY-002/rule.ts';
import { rule as deploy003 } from './DEPLOY-003/rule.ts';
import { rule as deploy004 } from './DEPLOY-004/rule.ts';
import { rule as dup001 } from './DUP-001/rule.ts';
import { rule as front010 } from './FRONT-010/rule.ts';
import { rule as front016 } from './FRONT-016/rule.ts';
import { rule as lib001 } from './LIB-001/rule.ts';
import { rule as lib002 } from './LIB-002/rule.ts';
import { rule as lib003 } from './LIB-003/rule.ts';
import { madeUpInCode } from '../mock/made-up-code.ts';
import { madeUpInOthers } from '../mock/made-up-others.ts';
import { mockRules } from './mock-rules.ts';

import { rule as proj001 } from './PROJ-001/rule.ts';
import { rule as sec001 } from './SEC-001/rule.ts';
import { rule as sdl001 } from './SDL-001/rule.ts';
import { rule as sdl002 } from './SDL-002/rule.ts';
import { rule as sdl003 } from './SDL-003/rule.ts';
import { rule as seed001 } from './SEED-001/rule.ts';
import { rule as seed002 } from './SEED-002/rule.ts';
import { rule as seed003 } from './SEED-003/rule.ts';
import { rule as slop001 } from './SLOP-001/rule.ts';
import { rule as slop003 } from './SLOP-003/rule.ts';
import { rule as orphan001 } from './ORPHAN-001/rule.ts';
import { rule as orphan002 } from './ORPHAN-002/rule.ts';
import { rule as orphan003 } from './ORPHAN-003/rule.ts';
import { rule as ui001 } from './UI-001/rule.ts';
import { rule as ui002 } from './UI-002/rule.ts';
import { rule as ui003 } from './UI-003/rule.ts';
import { rule as ui004 } from './UI-004/rule.ts';
import { rule as wire001 } from './WIRE-001/rule.ts';
import { rule as wire002 } from './WIRE-002/rule.ts';
import { rule as wire003 } from './WIRE-003/rule.ts';
import { safetyRules } from './safety-rules.ts';
import { testRules } from './test-rules.ts';
import { rule as xref001 } from './XREF-001/rule.ts';
import { rule as xref002 } from './XREF-002/rule.ts';

/** Every rule, one line each, in the order of the families. */
export const allRules: readonly Rule[] = [
  ...mockRules,
  ui001,
  ui002,
  ui003,
  ui004,
  front007,
  front010,
  front016,
  back001,
  back002,
  back016,
  back017,
  e2e001,
  e2e002,
  e2e003,
  e2e004,
  e2e005,
  e2e006,
  e2e007,
  slop001,
  slop003,
  proj001,
  deploy001,
  deploy002,
  deploy003,
  deploy004,
  asset001,
  asset002,
  asset003,
  sec001,
  ...safetyRules,
  db001,
  db002,
  db003,
  db004,
  db005,
  db006,
  db007,
  db008,
  api001,
  api002,
  api003,
  api004,
  sdl001,
  sdl002,
  sdl003,
  xref001,
  xref002,
  enum001,
  enum002,
  enum003,
  enum004,
  seed001,
  seed002,
  seed003,
  wire001,
  wire002,
  wire003,
  dup001,
  orphan001,
  orphan002,
  orphan003,
  ...testRules,
  lib001,
  lib002,
  lib003,
];

/** Everything that learns facts. */
export const allFinders: readonly (FactFinder | TextFinder)[] = [
  moduleFacts,
  constantFacts,
  callFacts,
  routeFacts,
  controllerFacts,
  classFacts,
  stubFacts,
  testFacts,
  assetTexts,
  assetFacts,
  runtimeTexts,
  runtimeFacts,
  styleTexts,
  styleFacts,
  enumFacts,
  prismaEntities,
  classEntities,
  sequelizeEntities,
  mongooseEntities,
  drizzleEntities,
  valueSetFacts,
  domainValueFacts,
  transitionFacts,
  unsavedFacts,
  silentReturnFacts,
  rowFacts,
  sqlInCode,
  loopedInCode,
  replacedInCode,
  uncheckedInCode,
  safetyInCode,
  functionFacts,
  endToEndInCode,
  creationFacts,
  creationTexts,
  databaseFacts,
  rawSql,
  commonExportFacts,
  fileNameFacts,
  angularFacts,
  javaSettings,
  javaGoRuntime,
  madeUpInCode,
];

/** Everything that learns facts from other languages. */
export const syntaxFinders: readonly SyntaxFinder[] = [
  pythonRoutes,
  pythonViews,
  csharpRoutes,
  pythonEntities,
  csharpEntities,
  pythonTests,
  csharpTests,
  pythonValueSets,
  pythonDomainValues,
  csharpDomainValues,
  pythonTransitions,
  csharpTransitions,
  pythonUnsaved,
  csharpUnsaved,
  pythonRowFacts,
  csharpRowFacts,
  csharpServices,
  ...stubsInOthers,
  ...sqlInOthers,
  ...loopedInOthers,
  ...replacedInOthers,
  ...uncheckedInOthers,
  safetyInCsharp,
  safetyInPython,
  functionsInCsharp,
  functionsInPython,
  ...e2eInOthers,
  ...madeUpInOthers,
  ...javaFinders,
  ...goFinders,
];
