// Written by `npm run registry` from the folders; do not edit.
import { assetTexts } from './concepts/assets/facts.ts';
import { assetFacts } from './concepts/assets/facts.ts';
import { constantFacts } from './concepts/constants/facts.ts';
import { creationFacts } from './concepts/entities/creations.ts';
import { creationTexts } from './concepts/entities/creations.ts';
import { csharpEntities } from './concepts/entities/csharp.ts';
import { databaseFacts } from './concepts/entities/databases.ts';
import { drizzleEntities } from './concepts/entities/drizzle.ts';
import { enumFacts } from './concepts/entities/enums.ts';
import { goEntities } from './concepts/entities/go.ts';
import { javaEntities } from './concepts/entities/java.ts';
import { mongooseEntities } from './concepts/entities/mongoose.ts';
import { prismaEntities } from './concepts/entities/prisma.ts';
import { pythonEntities } from './concepts/entities/python.ts';
import { rawSql } from './concepts/entities/raw-sql.ts';
import { sequelizeEntities } from './concepts/entities/sequelize.ts';
import { classEntities } from './concepts/entities/typeorm.ts';
import { scriptTextFacts } from './concepts/functions/idle-functions.ts';
import { textFactsInOthers } from './concepts/functions/idle-functions.ts';
import { functionsInOthers } from './concepts/functions/others.ts';
import { functionFacts } from './concepts/functions/typescript.ts';
import { madeUpInOthers } from './concepts/mock/others.ts';
import { madeUpInCode } from './concepts/mock/typescript.ts';
import { commonExportFacts } from './concepts/modules/commonjs-exports.ts';
import { moduleFacts } from './concepts/modules/facts.ts';
import { angularFacts } from './concepts/orphans/angular.ts';
import { fileNameFacts } from './concepts/orphans/file-names.ts';
import { loopedInCode } from './concepts/queries/looped-code.ts';
import { loopedInOthers } from './concepts/queries/looped-others.ts';
import { replacedInCode } from './concepts/queries/replaced-code.ts';
import { replacedInOthers } from './concepts/queries/replaced-others.ts';
import { callFacts } from './concepts/requests/calls.ts';
import { csharpRoutes } from './concepts/routes/csharp.ts';
import { goRoutes } from './concepts/routes/go.ts';
import { javaRoutes } from './concepts/routes/java.ts';
import { controllerFacts } from './concepts/routes/nest.ts';
import { pythonViews } from './concepts/routes/python-views.ts';
import { pythonRoutes } from './concepts/routes/python.ts';
import { routeFacts } from './concepts/routes/typescript.ts';
import { javaSettings } from './concepts/runtime/java-settings.ts';
import { runtimeTexts } from './concepts/runtime/texts.ts';
import { runtimeFacts } from './concepts/runtime/typescript.ts';
import { checkFacts } from './concepts/safety/checks.ts';
import { checksInOthers } from './concepts/safety/checks.ts';
import { safetyInCsharp } from './concepts/safety/csharp.ts';
import { safetyInGo } from './concepts/safety/go.ts';
import { irreversibleInCode } from './concepts/safety/irreversible.ts';
import { irreversibleInOthers } from './concepts/safety/irreversible.ts';
import { safetyInJava } from './concepts/safety/java.ts';
import { promiseFacts } from './concepts/safety/promises.ts';
import { coroutineFacts } from './concepts/safety/promises.ts';
import { safetyInPython } from './concepts/safety/python.ts';
import { safetyInCode } from './concepts/safety/typescript.ts';
import { pythonRowFacts } from './concepts/seeds/rows-text.ts';
import { csharpRowFacts } from './concepts/seeds/rows-text.ts';
import { rowFacts } from './concepts/seeds/rows.ts';
import { endToEndInCode } from './concepts/tests/e2e-code.ts';
import { e2eInOthers } from './concepts/tests/e2e-others.ts';
import { testsInOthers } from './concepts/tests/others.ts';
import { testFacts } from './concepts/tests/typescript.ts';
import { silentReturnFacts } from './concepts/ui/silent-returns.ts';
import { styleFacts } from './concepts/ui/styles-in-code.ts';
import { styleTexts } from './concepts/ui/styles.ts';
import { sqlInOthers } from './concepts/untrusted-input/others.ts';
import { sqlInCode } from './concepts/untrusted-input/typescript.ts';
import { pythonDomainValues } from './concepts/values/domain-values-syntax.ts';
import { csharpDomainValues } from './concepts/values/domain-values-syntax.ts';
import { goDomainValues } from './concepts/values/domain-values-syntax.ts';
import { domainValueFacts } from './concepts/values/domain-values.ts';
import { transitionFacts } from './concepts/values/transitions.ts';
import { transitionsInOthers } from './concepts/values/transitions.ts';
import { pythonValueSets } from './concepts/values/value-sets-python.ts';
import { valueSetFacts } from './concepts/values/value-sets.ts';
import { classFacts } from './concepts/wiring/classes.ts';
import { csharpServices } from './concepts/wiring/services-csharp.ts';
import { flawRule, testFlawRule, libraryRule, assetRule, orphanRule, contractRule } from './concepts/head-rules.ts';
import type { FactFinder, Rule, SyntaxFinder, TextFinder } from './engine/rule.ts';
import { rule as mock001 } from './rules/MOCK-001/rule.ts';
import { rule as mock002 } from './rules/MOCK-002/rule.ts';
import { rule as mock004 } from './rules/MOCK-004/rule.ts';
import { rule as mock005 } from './rules/MOCK-005/rule.ts';
import { rule as mock006 } from './rules/MOCK-006/rule.ts';
import { rule as mock007 } from './rules/MOCK-007/rule.ts';
import { rule as mock008 } from './rules/MOCK-008/rule.ts';
import { rule as ui001 } from './rules/UI-001/rule.ts';
import { rule as ui002 } from './rules/UI-002/rule.ts';
import { rule as ui003 } from './rules/UI-003/rule.ts';
import { rule as ui004 } from './rules/UI-004/rule.ts';
import { rule as front016 } from './rules/FRONT-016/rule.ts';
import { rule as back016 } from './rules/BACK-016/rule.ts';
import { rule as slop001 } from './rules/SLOP-001/rule.ts';
import { rule as e2e006 } from './rules/E2E-006/rule.ts';
import { rule as e2e007 } from './rules/E2E-007/rule.ts';
import { rule as deploy001 } from './rules/DEPLOY-001/rule.ts';
import { rule as deploy002 } from './rules/DEPLOY-002/rule.ts';
import { rule as deploy003 } from './rules/DEPLOY-003/rule.ts';
import { rule as deploy004 } from './rules/DEPLOY-004/rule.ts';
import { rule as db001 } from './rules/DB-001/rule.ts';
import { rule as db002 } from './rules/DB-002/rule.ts';
import { rule as db003 } from './rules/DB-003/rule.ts';
import { rule as db004 } from './rules/DB-004/rule.ts';
import { rule as db005 } from './rules/DB-005/rule.ts';
import { rule as db006 } from './rules/DB-006/rule.ts';
import { rule as db007 } from './rules/DB-007/rule.ts';
import { rule as db008 } from './rules/DB-008/rule.ts';
import { rule as sdl001 } from './rules/SDL-001/rule.ts';
import { rule as sdl002 } from './rules/SDL-002/rule.ts';
import { rule as sdl003 } from './rules/SDL-003/rule.ts';
import { rule as xref001 } from './rules/XREF-001/rule.ts';
import { rule as xref002 } from './rules/XREF-002/rule.ts';
import { rule as enum001 } from './rules/ENUM-001/rule.ts';
import { rule as enum002 } from './rules/ENUM-002/rule.ts';
import { rule as enum003 } from './rules/ENUM-003/rule.ts';
import { rule as enum004 } from './rules/ENUM-004/rule.ts';
import { rule as seed001 } from './rules/SEED-001/rule.ts';
import { rule as seed002 } from './rules/SEED-002/rule.ts';
import { rule as seed003 } from './rules/SEED-003/rule.ts';
import { rule as wire001 } from './rules/WIRE-001/rule.ts';
import { rule as wire002 } from './rules/WIRE-002/rule.ts';
import { rule as wire003 } from './rules/WIRE-003/rule.ts';
import { rule as test001 } from './rules/TEST-001/rule.ts';
import { rule as sec001 } from './rules/SEC-001/rule.ts';
import { rule as safe006 } from './rules/SAFE-006/rule.ts';
import { rule as safe008 } from './rules/SAFE-008/rule.ts';
import { rule as dup001 } from './rules/DUP-001/rule.ts';

/** Every rule, in the order of the families. */
export const allRules: readonly Rule[] = [
  {"id":"MOCK-001","family":"mock","severity":"HIGH","confidence":"high","title":"A service returns made-up records with RxJS of()","why":"The screen looks finished and shows data that exists nowhere; the real request was never written.","fix":"Ask the backend for the data; move the records to a test or a seed.",...mock001},
  {"id":"MOCK-002","family":"mock","severity":"HIGH","confidence":"high","title":"A service returns made-up records with Promise.resolve()","why":"Callers believe they talk to a backend; they get hard-coded data that never changes.","fix":"Make the request; move the records to a test or a seed.",...mock002},
  flawRule({"id":"MOCK-003","family":"mock","severity":"HIGH","confidence":"high","title":"Records that call themselves mock or fake, in shipped code","why":"They were placeholders until real data exists, and were then forgotten.","fix":"Take the data from where it really lives, and move these records to a test.","measured":{"read":2,"useful":0,"false":0,"date":"2026-11-18"}}),
  {"id":"MOCK-004","family":"mock","severity":"MEDIUM","confidence":"high","title":"A timer that simulates a slow backend and then returns made-up records","why":"The delay makes it look real, but no request is sent and nothing can fail.","fix":"Send the request. In tests, use fake timers instead of a delay in the product.",...mock004},
  {"id":"MOCK-005","family":"mock","severity":"MEDIUM","confidence":"high","title":"RxJS delay() on a value that was never fetched","why":"A wait after of() simulates a slow backend: users wait for nothing, and the request is missing.","fix":"Replace of(…).pipe(delay(…)) by the request it stands for.",...mock005},
  {"id":"MOCK-006","family":"mock","severity":"HIGH","confidence":"high","title":"A store begins with made-up records","why":"Everything that subscribes shows invented data until, or instead of, the real one.","fix":"Start empty and load the data. Put initial records into a database seed.",...mock006},
  {"id":"MOCK-007","family":"mock","severity":"HIGH","confidence":"high","title":"An Observable that emits made-up records","why":"It looks like a request, but sends none.","fix":"Return the request itself.",...mock007},
  {"id":"MOCK-008","family":"mock","severity":"MEDIUM","confidence":"high","title":"A count shown to users is a number written into the component","why":"Every user always sees \"3 unread\", whatever the data says.","fix":"Take the number from the data it counts.",...mock008},
  {"id":"UI-001","family":"ui","severity":"MEDIUM","confidence":"medium","title":"Hard-coded colour that bypasses the theme or the declared design","why":"Such a colour does not follow the theme: dark mode, a new brand or a contrast fix miss it.","fix":"Name the colour once, in the theme (a token, a CSS variable), and use the name.","measured":{"read":12,"useful":0,"false":0,"date":"2026-11-18"},...ui001},
  {"id":"UI-002","family":"ui","severity":"MEDIUM","confidence":"medium","title":"The default indigo, violet or purple as accent, or a hue that the declared design does not name","why":"Generated interfaces use this colour by default. It is not the colour of your brand.","fix":"Choose the product's accent, name it in the theme and use the name; declare it in UI_REQUIREMENTS.md if purple is meant.",...ui002},
  {"id":"UI-003","family":"ui","severity":"MEDIUM","confidence":"medium","title":"The theme has a default font, or one that the declared design does not name","why":"Inter, Roboto, Arial and system fonts are defaults: the product looks like any other.","fix":"Choose a font and put it first, with the default ones behind it; declare it in UI_REQUIREMENTS.md if a default is meant.","measured":{"read":5,"useful":0,"false":0,"date":"2026-11-18"},...ui003},
  {"id":"UI-004","family":"ui","severity":"LOW","confidence":"medium","title":"Padding, margin or gap off the grid","why":"Spacing that follows no scale makes a page look uneven, and everyone picks another value.","fix":"Take the nearest step of the scale: a multiple of 4px, or what the declared design says.","measured":{"read":8,"useful":0,"false":0,"date":"2026-11-18"},...ui004},
  {"id":"FRONT-016","family":"front","severity":"MEDIUM","confidence":"high","title":"Function duplicated in several files","why":"A bug that is fixed in one copy stays in the others, and they drift apart.","fix":"Keep one, and import it where it is needed.","measured":{"read":27,"useful":16,"false":0,"date":"2026-11-18"},...front016},
  flawRule({"id":"BACK-001","family":"back","severity":"HIGH","confidence":"high","title":"SQL built from values: SQL injection","why":"An attacker who controls the value can inject SQL and read, change or delete other people's data.","fix":"Give the value as a parameter (`$1`, `?`, `:name`, a tagged template); choose names of tables and columns from a fixed list.","measured":{"read":4,"useful":0,"false":0,"date":"2026-11-18"}}),
  flawRule({"id":"BACK-002","family":"back","severity":"MEDIUM","confidence":"high","title":"A query or request is awaited in a loop (N+1)","why":"A list of 1000 rows sends 1000 queries one after the other: fast with three test rows, very slow with real data.","fix":"Ask once for all of them (`where id in (…)`, a join, an include, a bulk write), or send independent requests together in bounded batches.","measured":{"read":44,"useful":14,"false":2,"date":"2026-11-18"}}),
  {"id":"BACK-016","family":"back","severity":"MEDIUM","confidence":"high","title":"Rows are deleted and created again without a transaction","why":"If the second step fails or the process stops in between, the old rows are lost. Between the two steps, other requests see no rows.","fix":"Do both in one transaction, or update the existing rows.","measured":{"read":2,"useful":0,"false":2,"date":"2026-11-18"},...back016},
  {"id":"SLOP-001","family":"slop","severity":"INFO","confidence":"medium","title":"The default indigo or blue look","why":"Every generated page looks like this: nobody has decided on the colours of this product.","fix":"Name the colours of the product in the theme (`bg-primary`) and use those.",...slop001},
  flawRule({"id":"E2E-001","family":"e2e","severity":"MEDIUM","confidence":"high","title":"An end-to-end test sleeps","why":"The time is too short on a slow day and too long on all others: the test is flaky and slow.","fix":"Wait for a condition: an element, a response, a URL.","measured":{"read":88,"useful":53,"false":2,"date":"2026-11-18"}}),
  flawRule({"id":"E2E-002","family":"e2e","severity":"MEDIUM","confidence":"high","title":"An end-to-end test hard-codes the URL of the application","why":"The test runs on one machine only; against a preview or in CI it reaches no server, or the wrong one.","fix":"Use the configured base address (`page.goto(\"/\")`, `cy.visit(\"/\")`) or an environment variable.","measured":{"read":8,"useful":7,"false":1,"date":"2026-11-18"}}),
  flawRule({"id":"E2E-004","family":"e2e","severity":"HIGH","confidence":"high","title":"An end-to-end test has an empty body","why":"It passes whatever the application does, and counts as coverage.","fix":"Write the steps and the assertions, or mark the test as open (`test.fixme`, `it.todo`)."}),
  {"id":"E2E-006","family":"e2e","severity":"HIGH","confidence":"high","title":"A page shows placeholder text","why":"Users reach a page that was never built.","fix":"Build it, or remove the link to it until it exists.","measured":{"read":3,"useful":0,"false":1,"date":"2026-11-18"},...e2e006},
  {"id":"E2E-007","family":"e2e","severity":"HIGH","confidence":"high","title":"Recorded end-to-end results show refused requests","why":"A 401 or 403 in the middle of a run means that a role, a token or an access rule is wrong: the screen behind it was never tested.","fix":"Give the test user the right it needs, or fix the access rule; then record the run again.",...e2e007},
  {"id":"DEPLOY-001","family":"deploy","severity":"MEDIUM","confidence":"high","title":"The program listens on another port than the one its compose file publishes","why":"The container starts and looks healthy, and nobody can reach it.","fix":"Publish the port the program listens on, or make it listen on the one that is published.","measured":{"read":1,"useful":0,"false":1,"date":"2026-11-18"},...deploy001},
  {"id":"DEPLOY-002","family":"deploy","severity":"MEDIUM","confidence":"medium","title":"A variable that the program needs is set nowhere","why":"The program works on the developer's machine. The deployed one stops, or continues with \"undefined\".","fix":"Name the variable in the compose file or in .env.example, or give it a default.","measured":{"read":4,"useful":2,"false":0,"date":"2026-11-18"},...deploy002},
  {"id":"DEPLOY-003","family":"deploy","severity":"MEDIUM","confidence":"high","title":"CORS allows only origins at which nothing is deployed","why":"Every browser blocks the requests of the deployed page to its own server.","fix":"Allow the address at which the page is published, and read it from the environment.",...deploy003},
  {"id":"DEPLOY-004","family":"deploy","severity":"MEDIUM","confidence":"high","title":"A database, queue or cache is expected at a host that is not a service","why":"The name cannot be resolved in the network of the services: the program does not start, or loses its data store.","fix":"Use the service's name from the compose file, or add the service.",...deploy004},
  assetRule({"id":"ASSET-001","family":"asset","severity":"MEDIUM","confidence":"high","asset":"attribute","title":"A page refers to an image, font, video or document that does not exist","why":"The browser shows a broken picture or a \"not found\" page.","fix":"Add the file, or name the one that is there, with the same upper and lower case."}),
  assetRule({"id":"ASSET-002","family":"asset","severity":"MEDIUM","confidence":"high","asset":"url","title":"A style names a picture or font that is not there","why":"The background or font is never loaded, or the build breaks.","fix":"Add the file, or name the one that is there, with the same upper and lower case.","measured":{"read":14,"useful":6,"false":0,"date":"2026-11-18"}}),
  assetRule({"id":"ASSET-003","family":"asset","severity":"MEDIUM","confidence":"high","asset":"import","title":"A module imports a picture, font or other asset that is not there","why":"The build fails, at the latest on a case-sensitive file system.","fix":"Add the file, or name the one that is there, with the same upper and lower case."}),
  {"id":"DB-001","family":"database","severity":"HIGH","confidence":"high","title":"Raw SQL compares an enumeration with a value that is never stored","why":"The ORM stores other values than the raw query looks for: the query finds nothing, fails, or writes what the ORM cannot read.","fix":"Use the stored value (or a parameter made from the enumeration), or query through the ORM.",...db001},
  {"id":"DB-002","family":"database","severity":"HIGH","confidence":"high","title":"Raw SQL compares a boolean with a value of another kind","why":"Where the column is a boolean, `= 1` is an error (PostgreSQL), and where it is a bit, `= true` is an error (SQL Server): the query never runs.","fix":"Write true and false where the column is a boolean, 1 and 0 where it is a bit, or pass a parameter.",...db002},
  {"id":"DB-003","family":"database","severity":"HIGH","confidence":"high","title":"Raw SQL compares a point in time with a literal of another format","why":"A date without a time matches only midnight. Other formats depend on the server or compare as text, so the query misses rows.","fix":"Pass a date as a parameter, or write the literal as it is stored and compare with a range (>= day and < next day).",...db003},
  {"id":"DB-004","family":"database","severity":"MEDIUM","confidence":"high","title":"Rows are created without a required state field that has no default","why":"Rows are created without it: the insert fails, or the field silently becomes the zero value of its type.","fix":"Give the field a default in the schema, or set it wherever a row is made.","measured":{"read":1,"useful":0,"false":0,"date":"2026-11-18"},...db004},
  {"id":"DB-005","family":"database","severity":"HIGH","confidence":"medium","title":"Member of a nullable value is used without a null check","why":"The model says that it may be missing: the first row without it makes the request fail. Read for models of Prisma, TypeORM, EF Core, Django and SQLAlchemy.","fix":"Check for null first, give a default, or make the field required.","measured":{"read":2,"useful":0,"false":0,"date":"2026-11-18"},...db005},
  {"id":"DB-006","family":"database","severity":"MEDIUM","confidence":"medium","title":"A foreign key without a navigation","why":"Code that needs the other entity must query it by hand, row by row, and nothing keeps the two ends together in code.","fix":"Add the navigation beside the key (relationship, association, navigation property), or a relation on the other side.","measured":{"read":6,"useful":0,"false":0,"date":"2026-11-18"},...db006},
  {"id":"DB-007","family":"database","severity":"INFO","confidence":"medium","title":"A navigation without its inverse","why":"The relation can be followed from one side only; the other side must query by hand, and changes on one end are not seen on the other.","fix":"Declare the other side and let both sides name each other (back_populates, inverse function, WithMany), if the other side is ever queried.",...db007},
  {"id":"DB-008","family":"database","severity":"MEDIUM","confidence":"medium","title":"A foreign key that nothing declares as a relation","why":"The database accepts keys of rows that do not exist, deletes leave orphans behind, and no query can follow the key.","fix":"Declare the relation (constraint and navigation) for the field, or rename the field if it is not a key of that entity.","measured":{"read":5,"useful":0,"false":0,"date":"2026-11-18"},...db008},
  contractRule({"id":"API-001","family":"api","severity":"HIGH","confidence":"medium","countsUnresolved":true,"title":"Response field in the contract that the server does not return","why":"The client reads a field that is never sent and shows nothing, or breaks, where the contract promised a value.","fix":"Return the field in the response, or change the contract.","measured":{"read":1,"useful":0,"false":1,"date":"2026-11-18"}}),
  contractRule({"id":"API-002","family":"api","severity":"HIGH","confidence":"medium","title":"Response fields in the client that differ from the contract","why":"The client drops data it should show, or waits for data that the server never sends.","fix":"Bring the type of the client in line with the contract.","measured":{"read":2,"useful":0,"false":0,"date":"2026-11-18"}}),
  contractRule({"id":"API-003","family":"api","severity":"MEDIUM","confidence":"medium","title":"Field whose type differs between the contract and the code","why":"A number compared with a text is never equal; sums become strings, conditions are always true.","fix":"Use the same type on both sides and in the contract."}),
  contractRule({"id":"API-004","family":"api","severity":"HIGH","confidence":"medium","title":"Request field in the contract that the server does not accept","why":"User input is sent and silently dropped.","fix":"Add the field to the request type, or change the contract.","measured":{"read":1,"useful":0,"false":1,"date":"2026-11-18"}}),
  {"id":"SDL-001","family":"sdl","severity":"HIGH","confidence":"medium","title":"Something is changed or made and never saved","why":"The answer says it worked, and the next request finds the old data: the loss shows long after it happened.","fix":"Save it: SaveChanges, commit, save(), or wait for the query that writes it.",...sdl001},
  {"id":"SDL-002","family":"sdl","severity":"HIGH","confidence":"medium","title":"A call after a create request does not use the id that the server returned","why":"The server decides the id. A later request with another id changes the wrong record or none, without an error. Read in JavaScript and TypeScript: `fetch`, `post` of any client, and functions and services whose name says that they create.","fix":"Keep the response of the create request and use its id.",...sdl002},
  {"id":"SDL-003","family":"sdl","severity":"MEDIUM","confidence":"medium","title":"Handler of a user action returns silently before it sends anything","why":"The user believes that it was sent: nothing says what is missing, and the button looks as if it had worked.","fix":"Say what is missing next to the field, or keep the button disabled until the form can be sent.","measured":{"read":3,"useful":1,"false":0,"date":"2026-11-18"},...sdl003},
  {"id":"XREF-001","family":"xref","severity":"HIGH","confidence":"high","title":"Request to an address that no route serves","why":"The user's request gets \"not found\": the route is missing, was renamed, or the address is misspelt.","fix":"Add the route, or request an existing address.",...xref001},
  {"id":"XREF-002","family":"xref","severity":"MEDIUM","confidence":"high","title":"Request with a method that its route does not serve","why":"The address is right and the request still fails: the server answers \"method not allowed\" or \"not found\".","fix":"Use the method the route has, or add the route for this one.",...xref002},
  {"id":"ENUM-001","family":"enum","severity":"MEDIUM","confidence":"medium","title":"Status values written as string literals in several files and declared nowhere","why":"Nothing says which values there are: one misspelling creates a state that no code checks, and no tool notices.","fix":"Declare the values once, as an enum, a string union or the choices of a model field, and use that everywhere.",...enum001},
  {"id":"ENUM-002","family":"enum","severity":"HIGH","confidence":"medium","title":"A status, role or type in the front end that the enum of the back end does not have","why":"The comparison is never true, or the server refuses what is sent: a button never shows, a filter finds nothing.","fix":"Spell the value as the back end does, best by using one type that is generated from it or shared with it.",...enum002},
  {"id":"ENUM-003","family":"enum","severity":"HIGH","confidence":"medium","title":"Status change that the declared transitions do not allow","why":"Either the table refuses a change that the code needs, or the code bypasses the table and reaches a state with no way out.","fix":"Add the transition to the table, or change the code to use only transitions that the table allows.",...enum003},
  {"id":"ENUM-004","family":"enum","severity":"HIGH","confidence":"high","title":"C# enums are sent as numbers, but the front end compares strings","why":"System.Text.Json writes 0, 1, 2: every comparison with a name is false, and what the front end sends is refused.","fix":"Add JsonStringEnumConverter to the JSON options of the application, or as an attribute to the enum.","measured":{"read":1,"useful":0,"false":1,"date":"2026-11-18"},...enum004},
  {"id":"SEED-001","family":"seed","severity":"LOW","confidence":"medium","title":"Seeds do not set a field that the application always sets","why":"Seeded rows are in a state the application never makes: accounts nobody can log in with, items nobody can find.","fix":"Set the field in the seed to what the application would set.",...seed001},
  {"id":"SEED-002","family":"seed","severity":"MEDIUM","confidence":"medium","title":"Seeded rows that every list of the application filters out","why":"The seeds run, and the application looks empty, so testers believe that it does not work.","fix":"Give the seeded rows the value that the lists ask for.",...seed002},
  {"id":"SEED-003","family":"seed","severity":"MEDIUM","confidence":"medium","title":"A role that no seeded account has","why":"Nobody can try the features of that role, neither by hand nor by an end-to-end test.","fix":"Seed one account for each role.",...seed003},
  orphanRule({"id":"ORPHAN-001","family":"orphan","severity":"MEDIUM","confidence":"medium","orphan":"file","message":"{name} exports something, and no file imports it","title":"File that is imported nowhere","why":"It is read and maintained as if it were used, but no program runs it.","fix":"Import it where it belongs, or delete it.","measured":{"read":29,"useful":16,"false":12,"date":"2026-11-18"}}),
  orphanRule({"id":"ORPHAN-002","family":"orphan","severity":"LOW","confidence":"medium","orphan":"export","message":"{name} is exported and used nowhere","title":"Export that is used nowhere","why":"Dead code is read and maintained as if it were in use.","fix":"Use it, or delete it.","measured":{"read":137,"useful":104,"false":3,"date":"2026-11-18"}}),
  orphanRule({"id":"ORPHAN-003","family":"orphan","severity":"MEDIUM","confidence":"medium","orphan":"component","message":"{name} is a component that nothing shows","title":"Component that is used nowhere","why":"It was built to be seen, but no user can reach it.","fix":"Put it where it belongs (a page, a route, a template), or delete it.","measured":{"read":98,"useful":73,"false":14,"date":"2026-11-18"}}),
  {"id":"WIRE-001","family":"wire","severity":"HIGH","confidence":"high","title":"A router, blueprint or controller is declared and never mounted","why":"Its routes are written and perhaps tested, but the running application does not answer on them.","fix":"Mount it on a router that the entry point reaches, or delete it.",...wire001},
  {"id":"WIRE-002","family":"wire","severity":"HIGH","confidence":"medium","title":"The handler of a route never reaches a service or data","why":"Callers get a success response, but nothing has happened.","fix":"Call the service that does the work, or delete the route.",...wire002},
  {"id":"WIRE-003","family":"wire","severity":"HIGH","confidence":"high","title":"Injected dependency that nothing provides","why":"The application fails when it starts, or with the first request that needs it. Read for NestJS, Angular and ASP.NET Core.","fix":"Name it among the providers of a module, or register it with the services of the application.",...wire003},
  {"id":"TEST-001","family":"test","severity":"MEDIUM","confidence":"high","title":"Test without any assertion","why":"It passes whatever the code answers, and counts as coverage of code that it does not check.","fix":"Assert what the code must answer or do; if it only must not throw, say so in the title.",...test001},
  testFlawRule({"id":"TEST-002","family":"test","severity":"HIGH","confidence":"high","flaw":"always true","message":"The assertion cannot fail: {what}","title":"Assertion that cannot fail","why":"The test passes whatever the code does.","fix":"Compare the result of the code under test with a literal expected value.","measured":{"read":20,"useful":5,"false":8,"date":"2026-11-18"}}),
  testFlawRule({"id":"TEST-003","family":"test","severity":"HIGH","confidence":"high","flaw":"focused","message":"This {what} is focused: other tests do not run","title":"Focused test: the others do not run","why":"All other tests of the file or run are silently skipped.","fix":"Remove the focus before you commit."}),
  testFlawRule({"id":"TEST-004","family":"test","severity":"LOW","confidence":"high","flaw":"skipped","message":"A {what} is skipped","title":"Skipped test","why":"Its behaviour is no longer checked, and nothing reminds the team.","fix":"Fix it, delete it, or skip it on a condition with a reason.","measured":{"read":8,"useful":3,"false":0,"date":"2026-11-18"}}),
  testFlawRule({"id":"TEST-005","family":"test","severity":"HIGH","confidence":"high","flaw":"empty","message":"The test \"{what}\" is empty","title":"Test with an empty body","why":"It passes, and counts as a test of what its title promises.","fix":"Write it, or mark it as one to be written (it.todo).","measured":{"read":20,"useful":12,"false":0,"date":"2026-11-18"}}),
  testFlawRule({"id":"TEST-006","family":"test","severity":"LOW","confidence":"high","flaw":"sleep","message":"The test sleeps {what}","title":"Test that sleeps for a fixed time","why":"If the time is too short, the test fails on slow machines. If it is long enough, every run is slow.","fix":"Wait for what must happen (an event, an element, a state), or use fake timers.","measured":{"read":13,"useful":5,"false":0,"date":"2026-11-18"}}),
  libraryRule({"id":"LIB-001","family":"library","severity":"MEDIUM","confidence":"high","fault":"deprecated","title":"Deprecated function, type or option of a library is used","why":"Deprecated APIs go away with the next major version, and often work worse until then.","fix":"Use the replacement named in the declaration, or suppress the finding with a reason."}),
  libraryRule({"id":"LIB-002","family":"library","severity":"HIGH","confidence":"high","fault":"missing","title":"Import or use of an API that the installed library version does not have","why":"The code was written for another version, or from memory: it fails when it is loaded or called.","fix":"Look at the cited declaration and use what the installed version has, or install the version the code was written for."}),
  libraryRule({"id":"LIB-003","family":"library","severity":"HIGH","confidence":"high","fault":"signature","title":"A library's function is called in a way that its installed declaration does not allow","why":"Arguments that are too few, too many or of another kind are ignored or fail while the program runs.","fix":"Call it as the cited declaration says."}),
  {"id":"SEC-001","family":"secret","severity":"CRITICAL","confidence":"high","title":"A key, token or password is written into the repository","why":"Everybody who can read the repository, its history or the shipped bundle has it.","fix":"Revoke it, take it out of the history, and read it from the environment.","proves":"a valid checksum or the form of its provider","measured":{"read":23,"useful":5,"false":10,"date":"2026-11-18"},...sec001},
  flawRule({"id":"SAFE-002","family":"safety","severity":"MEDIUM","confidence":"high","title":"Certificates are not checked","why":"Anyone on the network path can impersonate the other side, and read and change the traffic.","fix":"Keep the check on. For your own CA, pass its certificate (`ca`, `NODE_EXTRA_CA_CERTS`, `verify=\"ca.pem\"`).","measured":{"read":4,"useful":1,"false":0,"date":"2026-11-18"}}),
  flawRule({"id":"SAFE-003","family":"safety","severity":"HIGH","confidence":"high","title":"Missing secret falls back to a value in the source code","why":"Where the setting was forgotten, everything keeps working, and everyone who has read the source code can sign and decrypt.","fix":"Refuse to start without the setting.","measured":{"read":1,"useful":1,"false":0,"date":"2026-11-18"}}),
  flawRule({"id":"SAFE-005","family":"safety","severity":"MEDIUM","confidence":"high","title":"Failed write is ignored","why":"The caller gets a success, but the data is lost and the cause is not recorded.","fix":"Pass the failure on, or log it and return an error.","measured":{"read":2,"useful":1,"false":0,"date":"2026-11-18"}}),
  {"id":"SAFE-006","family":"safety","severity":"HIGH","confidence":"high","title":"A promise that nobody awaits loses a write or an error","why":"The function returns success before the write happens. If the write fails, no `catch` here handles the error and the process may exit.","fix":"Await it. For a loop use `for … of`, or `await Promise.all(rows.map(async …))`. Write `void` before a call whose failure may be ignored.","measured":{"read":14,"useful":8,"false":1,"date":"2026-11-18"},...safe006},
  {"id":"SAFE-008","family":"safety","severity":"HIGH","confidence":"high","title":"A security check that nobody calls","why":"Somebody wrote the check and believes that it runs; requests get through without it.","fix":"Call it where the request comes in, or remove it if another check has taken its place.",...safe008},
  {"id":"DUP-001","family":"duplication","severity":"LOW","confidence":"high","title":"Duplicated code in several files","why":"A bug is fixed in one place and stays in the others; the copies drift apart.","fix":"Keep it in one place that all of them use.","measured":{"read":217,"useful":97,"false":0,"date":"2026-11-18"},...dup001},
];

/** Everything that learns facts. */
export const allFinders: readonly (FactFinder | TextFinder)[] = [assetTexts, assetFacts, constantFacts, creationFacts, creationTexts, databaseFacts, drizzleEntities, enumFacts, mongooseEntities, prismaEntities, rawSql, sequelizeEntities, classEntities, scriptTextFacts, functionFacts, madeUpInCode, commonExportFacts, moduleFacts, angularFacts, fileNameFacts, loopedInCode, replacedInCode, callFacts, controllerFacts, routeFacts, javaSettings, runtimeTexts, runtimeFacts, checkFacts, irreversibleInCode, promiseFacts, safetyInCode, rowFacts, endToEndInCode, testFacts, silentReturnFacts, styleFacts, styleTexts, sqlInCode, domainValueFacts, transitionFacts, valueSetFacts, classFacts];

/** Everything that learns facts from other languages. */
export const syntaxFinders: readonly SyntaxFinder[] = [csharpEntities, goEntities, javaEntities, pythonEntities, ...textFactsInOthers, ...functionsInOthers, ...madeUpInOthers, ...loopedInOthers, ...replacedInOthers, csharpRoutes, goRoutes, javaRoutes, pythonViews, pythonRoutes, ...checksInOthers, safetyInCsharp, safetyInGo, ...irreversibleInOthers, safetyInJava, coroutineFacts, safetyInPython, pythonRowFacts, csharpRowFacts, ...e2eInOthers, ...testsInOthers, ...sqlInOthers, pythonDomainValues, csharpDomainValues, goDomainValues, ...transitionsInOthers, pythonValueSets, csharpServices];
