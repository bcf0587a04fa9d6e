/**
 * How well requests are held against routes in a folder: how many requests are resolved, what is said of them, and
 * whether a request is flagged once the route it uses is deleted from the text.
 *
 *   node tools/scan-xref-recall.ts FOLDER [--limit N] [--show]
 */
import { resolve } from 'node:path';

import { allFinders, scanTree, syntaxFinders } from '../packages/scan/index.ts';
import type { FileFacts, ProjectFacts } from '../packages/scan/engine/facts.ts';
import { memoryTree } from '../test/support/memory-tree.ts';
import type { ProjectRule } from '../packages/scan/engine/rule.ts';
import { crossReference, type JudgedRequest } from '../packages/scan/concepts/requests/cross-reference.ts';
import type { Route } from '../packages/scan/concepts/routes/model/route.ts';
import { openGrammars, openTree } from '../src/files/index.ts';
import { withoutRoute } from './scan-xref-delete.ts';

const [folder = '.', ...flags] = process.argv.slice(2);
const limit = Number(flags[flags.indexOf('--limit') + 1] ?? 100) || 100;
const isShown = flags.includes('--show');

function projectOf(tree: Parameters<typeof scanTree>[0]): ProjectFacts {
  let found: ProjectFacts | undefined;
  const look: ProjectRule = {
    id: 'LOOK',
    family: 'xref',
    kind: 'project',
    severity: 'INFO',
    title: '',
    why: '',
    fix: '',
    confidence: 'high',
    check: (project) => void (found = project),
  };
  const { crashes } = scanTree(tree, { rules: [look], finders: allFinders, syntax });
  for (const crash of crashes) console.log('crash', crash);
  if (found === undefined) throw new Error('nothing was scanned');
  return found;
}

const tree = openTree(resolve(folder));
const syntax = { grammars: await openGrammars(tree), finders: syntaxFinders };
const project = projectOf(tree);
const before = crossReference(project);
const counts = new Map<string, number>();
for (const { verdict } of before.judged) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
const all = before.judged.length + before.unknown.length;
const resolved = all - (counts.get('unclear') ?? 0) - before.unknown.length;
console.log(`routes ${before.routes.length} (+${before.unresolvedRoutes} not written down)`);
console.log(`requests ${all}, address written down ${before.judged.length}, elsewhere ${before.elsewhere}`);
console.log(
  `resolved ${resolved} of ${all} = ${(resolved / Math.max(1, all)).toFixed(2)}`,
  Object.fromEntries(counts),
);
const lineOf = ({ file, line, method, path, verdict, because }: JudgedRequest): string =>
  `${verdict}  ${method ?? '?'} ${path}  ${file}:${line}  ${because}`;
for (const each of before.judged)
  if (each.verdict !== 'served' && (isShown || each.verdict !== 'unclear')) console.log(lineOf(each));
if (isShown)
  for (const { file, line, because } of before.unknown) console.log(`unknown ${file}:${line} ${because}`);

const literal = ({ segments }: Route): number => segments.filter((each) => !each.includes('\0')).length;

/** The route a request uses: the one that agrees most. */
function usedBy({ routes, method }: JudgedRequest): Route | undefined {
  const able = routes.filter((route) => route.method === 'ANY' || route.method === method);
  return able.toSorted((a, b) => literal(b) - literal(a) || a.segments.length - b.segments.length)[0];
}

const uses = new Map<string, { readonly route: Route; readonly calls: JudgedRequest[] }>();
for (const judged of before.judged) {
  const route = judged.verdict === 'served' ? usedBy(judged) : undefined;
  if (route === undefined) continue;
  const key = `${route.file}:${route.line}:${route.method}`;
  const known = uses.get(key) ?? { route, calls: [] };
  known.calls.push(judged);
  uses.set(key, known);
}

const step = Math.max(1, Math.floor(uses.size / limit));
let asked = 0;
let flagged = 0;
for (const { route, calls } of [...uses.values()].filter((_, index) => index % step === 0)) {
  const text = project.text(route.file);
  const changed = text === undefined ? undefined : withoutRoute(route, text);
  if (changed === undefined) {
    console.log('cannot delete', route.file, route.line);
    continue;
  }
  const files = new Map<string, FileFacts>(project.files);
  if (route.isFile) files.delete(route.file);
  else {
    const facts = projectOf(memoryTree(new Map([[route.file, changed]]))).files.get(route.file);
    if (facts !== undefined) files.set(route.file, facts);
  }
  const after = crossReference({ ...project, files });
  const now = new Map(after.judged.map((each) => [`${each.file}:${each.line}:${each.path}`, each]));
  const still = calls.map((call) => now.get(`${call.file}:${call.line}:${call.path}`));
  if (still.some((each) => each?.verdict === 'served' && isStillServed(each))) continue;
  asked += 1;
  const isFlagged = still.some(
    (each) => each?.verdict === 'not served' || each?.verdict === 'another method',
  );
  if (isFlagged) flagged += 1;
  else
    console.log(
      'missed',
      route.method,
      route.segments.join('/'),
      still.map((each) => each && lineOf(each)),
    );
}
console.log(
  `deleted ${asked} used routes, flagged ${flagged} = ${(flagged / Math.max(1, asked)).toFixed(2)}`,
);

/** Another route serves the very same address: the request is right as ever. */
function isStillServed({ path, method, routes }: JudgedRequest): boolean {
  const segments = path.split('/').filter((each) => each !== '');
  return routes.some(
    (route) =>
      (route.method === 'ANY' || route.method === method) &&
      route.segments.length >= segments.length &&
      segments.every((each, at) => {
        const served = route.segments.at(at - segments.length) ?? '';
        return each.includes('{…}') ? served.includes('\0') : true;
      }),
  );
}
