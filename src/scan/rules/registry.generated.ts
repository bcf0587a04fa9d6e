// Written by `npm run registry` from the folders; do not edit.
import { angularFacts } from '../facts/angular.ts';
import { assetTexts } from '../facts/assets.ts';
import { assetFacts } from '../facts/assets.ts';
import { callFacts } from '../facts/calls.ts';
import { classFacts } from '../facts/classes.ts';
import { constantFacts } from '../facts/constants.ts';
import { creationFacts } from '../facts/creations.ts';
import { creationTexts } from '../facts/creations.ts';
import { databaseFacts } from '../facts/databases.ts';
import { pythonDomainValues } from '../facts/domain-values-syntax.ts';
import { csharpDomainValues } from '../facts/domain-values-syntax.ts';
import { goDomainValues } from '../facts/domain-values-syntax.ts';
import { domainValueFacts } from '../facts/domain-values.ts';
import { endToEndInCode } from '../facts/e2e-code.ts';
import { e2eInOthers } from '../facts/e2e-others.ts';
import { classEntities } from '../facts/entities-classes.ts';
import { csharpEntities } from '../facts/entities-csharp.ts';
import { drizzleEntities } from '../facts/entities-drizzle.ts';
import { goEntities } from '../facts/entities-go.ts';
import { javaEntities } from '../facts/entities-java.ts';
import { mongooseEntities } from '../facts/entities-mongoose.ts';
import { prismaEntities } from '../facts/entities-prisma.ts';
import { pythonEntities } from '../facts/entities-python.ts';
import { sequelizeEntities } from '../facts/entities-sequelize.ts';
import { enumFacts } from '../facts/enums.ts';
import { fileNameFacts } from '../facts/file-names.ts';
import { functionsInOthers } from '../facts/functions-others.ts';
import { functionFacts } from '../facts/functions.ts';
import { javaSettings } from '../facts/java-settings.ts';
import { commonExportFacts } from '../facts/module-exports.ts';
import { moduleFacts } from '../facts/modules.ts';
import { rawSql } from '../facts/raw-sql.ts';
import { controllerFacts } from '../facts/routes-classes.ts';
import { csharpRoutes } from '../facts/routes-csharp.ts';
import { goRoutes } from '../facts/routes-go.ts';
import { javaRoutes } from '../facts/routes-java.ts';
import { pythonRoutes } from '../facts/routes-python.ts';
import { routeFacts } from '../facts/routes.ts';
import { pythonRowFacts } from '../facts/rows-text.ts';
import { csharpRowFacts } from '../facts/rows-text.ts';
import { rowFacts } from '../facts/rows.ts';
import { javaGoRuntime } from '../facts/runtime-java-go.ts';
import { runtimeFacts } from '../facts/runtime.ts';
import { runtimeTexts } from '../facts/runtime.ts';
import { csharpServices } from '../facts/services-csharp.ts';
import { silentReturnFacts } from '../facts/silent-returns.ts';
import { stubsInOthers } from '../facts/stubs-others.ts';
import { stubFacts } from '../facts/stubs.ts';
import { styleFacts } from '../facts/styles-in-code.ts';
import { styleTexts } from '../facts/styles.ts';
import { testsInOthers } from '../facts/tests-others.ts';
import { testFacts } from '../facts/tests.ts';
import { transitionFacts } from '../facts/transitions.ts';
import { transitionsInOthers } from '../facts/transitions.ts';
import { csharpUnsaved } from '../facts/unsaved-csharp.ts';
import { goUnsaved } from '../facts/unsaved-go.ts';
import { javaUnsaved } from '../facts/unsaved-java.ts';
import { pythonUnsaved } from '../facts/unsaved-python.ts';
import { unsavedFacts } from '../facts/unsaved.ts';
import { pythonValueSets } from '../facts/value-sets-python.ts';
import { valueSetFacts } from '../facts/value-sets.ts';
import { pythonViews } from '../facts/views-python.ts';
import { uncheckedInCode } from '../input/unchecked-code.ts';
import { uncheckedInOthers } from '../input/unchecked-others.ts';
import { madeUpInCode } from '../mock/made-up-code.ts';
import { madeUpInOthers } from '../mock/made-up-others.ts';
import { loopedInCode } from '../queries/looped-code.ts';
import { loopedInOthers } from '../queries/looped-others.ts';
import { replacedInCode } from '../queries/replaced-code.ts';
import { replacedInOthers } from '../queries/replaced-others.ts';
import { safetyInCode } from '../safety/in-code.ts';
import { safetyInCsharp } from '../safety/in-csharp.ts';
import { safetyInGo } from '../safety/in-go.ts';
import { safetyInJava } from '../safety/in-java.ts';
import { safetyInPython } from '../safety/in-python.ts';
import { sqlInCode } from '../sql/in-code.ts';
import { sqlInOthers } from '../sql/in-others.ts';
import { flawRule, testFlawRule, libraryRule, assetRule, orphanRule, contractRule } from '../head-rules.ts';
import type { FactFinder, Rule, SyntaxFinder, TextFinder } from '../rule.ts';
import { rule as mock001 } from './MOCK-001/rule.ts';
import { rule as mock002 } from './MOCK-002/rule.ts';
import { rule as mock004 } from './MOCK-004/rule.ts';
import { rule as mock005 } from './MOCK-005/rule.ts';
import { rule as mock006 } from './MOCK-006/rule.ts';
import { rule as mock007 } from './MOCK-007/rule.ts';
import { rule as mock008 } from './MOCK-008/rule.ts';
import { rule as ui001 } from './UI-001/rule.ts';
import { rule as ui002 } from './UI-002/rule.ts';
import { rule as ui003 } from './UI-003/rule.ts';
import { rule as ui004 } from './UI-004/rule.ts';
import { rule as front007 } from './FRONT-007/rule.ts';
import { rule as front010 } from './FRONT-010/rule.ts';
import { rule as front016 } from './FRONT-016/rule.ts';
import { rule as back016 } from './BACK-016/rule.ts';
import { rule as slop001 } from './SLOP-001/rule.ts';
import { rule as slop003 } from './SLOP-003/rule.ts';
import { rule as proj001 } from './PROJ-001/rule.ts';
import { rule as e2e005 } from './E2E-005/rule.ts';
import { rule as e2e006 } from './E2E-006/rule.ts';
import { rule as e2e007 } from './E2E-007/rule.ts';
import { rule as deploy001 } from './DEPLOY-001/rule.ts';
import { rule as deploy002 } from './DEPLOY-002/rule.ts';
import { rule as deploy003 } from './DEPLOY-003/rule.ts';
import { rule as deploy004 } from './DEPLOY-004/rule.ts';
import { rule as db001 } from './DB-001/rule.ts';
import { rule as db002 } from './DB-002/rule.ts';
import { rule as db003 } from './DB-003/rule.ts';
import { rule as db004 } from './DB-004/rule.ts';
import { rule as db005 } from './DB-005/rule.ts';
import { rule as db006 } from './DB-006/rule.ts';
import { rule as db007 } from './DB-007/rule.ts';
import { rule as db008 } from './DB-008/rule.ts';
import { rule as sdl001 } from './SDL-001/rule.ts';
import { rule as sdl002 } from './SDL-002/rule.ts';
import { rule as sdl003 } from './SDL-003/rule.ts';
import { rule as xref001 } from './XREF-001/rule.ts';
import { rule as xref002 } from './XREF-002/rule.ts';
import { rule as enum001 } from './ENUM-001/rule.ts';
import { rule as enum002 } from './ENUM-002/rule.ts';
import { rule as enum003 } from './ENUM-003/rule.ts';
import { rule as enum004 } from './ENUM-004/rule.ts';
import { rule as seed001 } from './SEED-001/rule.ts';
import { rule as seed002 } from './SEED-002/rule.ts';
import { rule as seed003 } from './SEED-003/rule.ts';
import { rule as wire001 } from './WIRE-001/rule.ts';
import { rule as wire002 } from './WIRE-002/rule.ts';
import { rule as wire003 } from './WIRE-003/rule.ts';
import { rule as test001 } from './TEST-001/rule.ts';
import { rule as sec001 } from './SEC-001/rule.ts';
import { rule as dup001 } from './DUP-001/rule.ts';

/** Every rule, in the order of the families. */
export const allRules: readonly Rule[] = [
  mock001,
  mock002,
  flawRule({"id":"MOCK-003","family":"mock","severity":"HIGH","confidence":"high","title":"Records that call themselves mock or fake, in shipped code","why":"They were put there until the real thing exists, and whoever reads the code last forgets them.","fix":"Take the data from where it really lives, and move these records to a test."}),
  mock004,
  mock005,
  mock006,
  mock007,
  mock008,
  ui001,
  ui002,
  ui003,
  ui004,
  front007,
  front010,
  front016,
  flawRule({"id":"BACK-001","family":"back","severity":"HIGH","confidence":"high","title":"SQL is put together with values in its text","why":"Whoever chooses the value can end the text and write SQL of their own: read, change or delete what is not theirs.","fix":"Give the value as a parameter (`$1`, `?`, `:name`, a tagged template); choose names of tables and columns from a fixed list."}),
  flawRule({"id":"BACK-002","family":"back","severity":"MEDIUM","confidence":"high","title":"A query or request is awaited in a loop (N+1)","why":"A list of a thousand asks a thousand times and waits for each: it is quick with the three rows of a test and stands still with real data.","fix":"Ask once for all of them (`where id in (…)`, a join, an include, a bulk write), or send independent requests together in bounded batches."}),
  back016,
  flawRule({"id":"BACK-017","family":"back","severity":"MEDIUM","confidence":"high","title":"Input is validated and the result is ignored","why":"It looks checked and is not: the code goes on with whatever was sent.","fix":"Stop when the check fails, and go on with what the check gives, not with the raw input."}),
  slop001,
  slop003,
  proj001,
  flawRule({"id":"E2E-001","family":"e2e","severity":"MEDIUM","confidence":"high","title":"An end-to-end test sleeps","why":"The time is too short on a slow day and too long on all others: the test is flaky and slow.","fix":"Wait for what must be there: an element, an answer, an address."}),
  flawRule({"id":"E2E-002","family":"e2e","severity":"MEDIUM","confidence":"high","title":"An end-to-end test has the address of the application written in","why":"The test runs on one machine only; against a preview or in CI it asks nobody, or the wrong one.","fix":"Use the configured base address (`page.goto(\"/\")`, `cy.visit(\"/\")`) or an environment variable."}),
  flawRule({"id":"E2E-003","family":"e2e","severity":"HIGH","confidence":"high","title":"An end-to-end test makes up the answers of its own application","why":"What is tested is the made-up answer: the application behind it may be broken or missing.","fix":"Let the test talk to the real application with seeded data; stand in only for servers of others, or for errors."}),
  flawRule({"id":"E2E-004","family":"e2e","severity":"HIGH","confidence":"high","title":"An end-to-end test has an empty body","why":"It passes whatever the application does, and is counted as covered.","fix":"Write the steps and what must be seen, or mark it as to do (`test.fixme`, `it.todo`)."}),
  e2e005,
  e2e006,
  e2e007,
  deploy001,
  deploy002,
  deploy003,
  deploy004,
  assetRule({"id":"ASSET-001","family":"asset","severity":"MEDIUM","confidence":"high","asset":"attribute","title":"A page names a picture, font, film or document that is not there","why":"The browser shows a broken picture or a \"not found\" page.","fix":"Add the file, or name the one that is there, with the same upper and lower case."}),
  assetRule({"id":"ASSET-002","family":"asset","severity":"MEDIUM","confidence":"high","asset":"url","title":"A style names a picture or font that is not there","why":"The background or font never comes, or the build breaks.","fix":"Add the file, or name the one that is there, with the same upper and lower case."}),
  assetRule({"id":"ASSET-003","family":"asset","severity":"MEDIUM","confidence":"high","asset":"import","title":"A module imports a picture, font or other asset that is not there","why":"The build fails, at the latest on a disk that tells upper from lower case.","fix":"Add the file, or name the one that is there, with the same upper and lower case."}),
  db001,
  db002,
  db003,
  db004,
  db005,
  db006,
  db007,
  db008,
  contractRule({"id":"API-001","family":"api","severity":"HIGH","confidence":"medium","countsUnresolved":true,"title":"A promised field of an answer that the server does not give","why":"The client reads a field that never comes and shows nothing, or breaks, where the contract promised a value.","fix":"Give the field in the answer, or change the contract."}),
  contractRule({"id":"API-002","family":"api","severity":"HIGH","confidence":"medium","title":"A field of an answer that the client does not know, or expects without promise","why":"The client drops what it was to show, or waits for what nobody sends.","fix":"Bring the type of the client in line with the contract."}),
  contractRule({"id":"API-003","family":"api","severity":"MEDIUM","confidence":"medium","title":"A field that is one kind of value in the contract and another in the code","why":"A number compared with a text is never equal; sums become strings, conditions are always true.","fix":"Use one kind of value on both sides and in the contract."}),
  contractRule({"id":"API-004","family":"api","severity":"HIGH","confidence":"medium","title":"A promised field of a request that the server does not take","why":"What the user entered is sent and silently dropped.","fix":"Take the field in the type of the request, or change the contract."}),
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
  orphanRule({"id":"ORPHAN-001","family":"orphan","severity":"MEDIUM","confidence":"medium","orphan":"file","message":"{name} exports something, and no file imports it","title":"File that is imported nowhere","why":"It is read, kept up and trusted, and runs in no program.","fix":"Import it where it belongs, or delete it."}),
  orphanRule({"id":"ORPHAN-002","family":"orphan","severity":"LOW","confidence":"medium","orphan":"export","message":"{name} is exported and used nowhere","title":"Export that is used nowhere","why":"Dead code is kept up, read and believed to be in use.","fix":"Use it, or delete it."}),
  orphanRule({"id":"ORPHAN-003","family":"orphan","severity":"MEDIUM","confidence":"medium","orphan":"component","message":"{name} is a component that nothing shows","title":"Component that is used nowhere","why":"It was built to be seen, and nobody can come to it.","fix":"Put it where it belongs (a page, a route, a template), or delete it."}),
  wire001,
  wire002,
  wire003,
  test001,
  testFlawRule({"id":"TEST-002","family":"test","severity":"HIGH","confidence":"high","flaw":"always true","message":"The assertion cannot fail: {what}","title":"Assertion that cannot fail","why":"The test passes whatever the code does.","fix":"Assert on what the code under test gives, against a value that is written down."}),
  testFlawRule({"id":"TEST-003","family":"test","severity":"HIGH","confidence":"high","flaw":"focused","message":"This {what} is focused: any other beside it does not run","title":"Focused test: the others do not run","why":"All other tests of the file or run are silently left out, and nothing says so.","fix":"Take the focus away before it is committed."}),
  testFlawRule({"id":"TEST-004","family":"test","severity":"LOW","confidence":"high","flaw":"skipped","message":"A {what} is skipped","title":"Skipped test","why":"What it checked is no longer checked, and nobody is reminded.","fix":"Mend it, delete it, or skip it on a condition with a reason."}),
  testFlawRule({"id":"TEST-005","family":"test","severity":"HIGH","confidence":"high","flaw":"empty","message":"The test \"{what}\" is empty","title":"Test with an empty body","why":"It passes, and counts as a test of what its title promises.","fix":"Write it, or mark it as one to be written (it.todo)."}),
  testFlawRule({"id":"TEST-006","family":"test","severity":"LOW","confidence":"high","flaw":"sleep","message":"The test sleeps {what}","title":"Test that sleeps for a fixed time","why":"Too short on a slow machine, it fails now and then; long enough, it makes every run slow.","fix":"Wait for what must happen (an event, an element, a state), or use fake timers."}),
  libraryRule({"id":"LIB-001","family":"library","severity":"MEDIUM","confidence":"high","fault":"deprecated","title":"A library's function, type or option is used that the installed version marks as deprecated","why":"What is deprecated goes away with the next major version, and often works worse until then.","fix":"Use what the declaration names instead, or leave it with a reason."}),
  libraryRule({"id":"LIB-002","family":"library","severity":"HIGH","confidence":"high","fault":"missing","title":"Something is imported or used that the installed version of a library does not have","why":"The code was written for another version, or from memory: it fails when it is loaded or called.","fix":"Look at the cited declaration and use what the installed version has, or install the version the code was written for."}),
  libraryRule({"id":"LIB-003","family":"library","severity":"HIGH","confidence":"high","fault":"signature","title":"A library's function is called in a way that its installed declaration does not allow","why":"Arguments that are too few, too many or of another kind are ignored or fail while the program runs.","fix":"Call it as the cited declaration says."}),
  sec001,
  flawRule({"id":"SAFE-001","family":"safety","severity":"HIGH","confidence":"high","title":"A shell command is put together with values","why":"Whoever chooses the value can end the command and run one of their own, with the rights of the server.","fix":"Start the program without a shell and give the values as arguments (`execFile`, `spawn`, `subprocess.run([...])`)."}),
  flawRule({"id":"SAFE-002","family":"safety","severity":"MEDIUM","confidence":"high","title":"Certificates are not checked","why":"Anybody on the way can pose as the other side, read what is sent and change it.","fix":"Leave the check on; trust the authority of your own servers by its certificate (`ca`, `NODE_EXTRA_CA_CERTS`, `verify=\"ca.pem\"`)."}),
  flawRule({"id":"SAFE-003","family":"safety","severity":"HIGH","confidence":"high","title":"A secret that is not set is replaced by a text of the sources","why":"Where the setting was forgotten, everything goes on working, and everybody who has read the sources can sign and decrypt.","fix":"Refuse to start without the setting."}),
  flawRule({"id":"SAFE-004","family":"safety","severity":"MEDIUM","confidence":"high","title":"Every website may send requests with cookies","why":"A page that a user visits can read and change what is theirs here, as that user.","fix":"Name the origins that may, or leave credentials out."}),
  flawRule({"id":"SAFE-005","family":"safety","severity":"MEDIUM","confidence":"high","title":"The failure of a write is passed over","why":"The caller is told that all is well, and what was to be kept is gone; nobody will find out why.","fix":"Let the failure through, or record it and answer that it failed."}),
  dup001,
];

/** Everything that learns facts. */
export const allFinders: readonly (FactFinder | TextFinder)[] = [angularFacts, assetTexts, assetFacts, callFacts, classFacts, constantFacts, creationFacts, creationTexts, databaseFacts, domainValueFacts, endToEndInCode, classEntities, drizzleEntities, mongooseEntities, prismaEntities, sequelizeEntities, enumFacts, fileNameFacts, functionFacts, javaSettings, commonExportFacts, moduleFacts, rawSql, controllerFacts, routeFacts, rowFacts, javaGoRuntime, runtimeFacts, runtimeTexts, silentReturnFacts, stubFacts, styleFacts, styleTexts, testFacts, transitionFacts, unsavedFacts, valueSetFacts, uncheckedInCode, madeUpInCode, loopedInCode, replacedInCode, safetyInCode, sqlInCode];

/** Everything that learns facts from other languages. */
export const syntaxFinders: readonly SyntaxFinder[] = [pythonDomainValues, csharpDomainValues, goDomainValues, ...e2eInOthers, csharpEntities, goEntities, javaEntities, pythonEntities, ...functionsInOthers, csharpRoutes, goRoutes, javaRoutes, pythonRoutes, pythonRowFacts, csharpRowFacts, csharpServices, ...stubsInOthers, ...testsInOthers, ...transitionsInOthers, csharpUnsaved, goUnsaved, javaUnsaved, pythonUnsaved, pythonValueSets, pythonViews, ...uncheckedInOthers, ...madeUpInOthers, ...loopedInOthers, ...replacedInOthers, safetyInCsharp, safetyInGo, safetyInJava, safetyInPython, ...sqlInOthers];
