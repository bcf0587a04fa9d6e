// Written by `npm run registry` from the folders; do not edit.
import type { Facts } from './facts.ts';

/** Every kind of facts. */
export const factKinds = ['angular', 'assets', 'bindings', 'calls', 'checks', 'classes', 'commonExports', 'constants', 'creations', 'databases', 'domainValues', 'entities', 'entitySets', 'enums', 'exports', 'fieldSetups', 'fileNames', 'flaws', 'functions', 'helpers', 'imports', 'links', 'lists', 'mounts', 'promises', 'rawSql', 'routers', 'routes', 'rows', 'runtime', 'savers', 'servers', 'services', 'silentReturns', 'stubs', 'styles', 'testFlaws', 'tests', 'transitions', 'unsaved', 'valueSets', 'views'] as const satisfies readonly (keyof Facts)[];

/** Room for the facts of one file. */
export function noFacts(): Facts {
  return { angular: [], assets: [], bindings: [], calls: [], checks: [], classes: [], commonExports: [], constants: [], creations: [], databases: [], domainValues: [], entities: [], entitySets: [], enums: [], exports: [], fieldSetups: [], fileNames: [], flaws: [], functions: [], helpers: [], imports: [], links: [], lists: [], mounts: [], promises: [], rawSql: [], routers: [], routes: [], rows: [], runtime: [], savers: [], servers: [], services: [], silentReturns: [], stubs: [], styles: [], testFlaws: [], tests: [], transitions: [], unsaved: [], valueSets: [], views: [] };
}
