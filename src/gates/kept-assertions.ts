import { type Detected, identityIn, isTestFile } from '../detect/index.ts';
import { checkName } from '../model/check-name.ts';
import type { Check } from '../model/config.ts';
import { sha256 } from '../model/sha256.ts';
import type { Cell } from './cell.ts';
import type { GateContext } from './context.ts';
import type { Work } from './gate.ts';
import { runOn } from './run-without.ts';

type Asked = { readonly check: Check; readonly cell: Cell };

/**
 * Whether a check passes only because the product changed the assertions that judge it (EVID-02). The tests run once more
 * with assertions of their own, which no product has seen. Where they fail here and pass at base, the change
 * reached into the library. Known are `node:assert` and `unittest`.
 */
export async function patchedAssertions(
  context: GateContext,
  work: Work,
  { check, cell }: Asked,
): Promise<readonly Detected[]> {
  if (!work.changes.some(({ path }) => /\.(?:[cm]?[jt]sx?|py)$/.test(path))) return [];
  const statusAt = async (commit: string): Promise<Cell['status']> => {
    const tree = await withKeptAssertions(context, commit);
    return tree === undefined ? 'BROKEN' : (await runOn(context, tree, check, cell)).status;
  };
  if ((await statusAt(work.head)) !== 'FAIL' || (await statusAt(work.base)) !== 'PASS') return [];
  const message = `${checkName(cell)} passes only because this change alters the assertions that judge it: with a copy of them, made before the product is loaded, it fails here and passes at base.`;
  return [
    {
      rule: 'patched-assertions',
      severity: 'HIGH',
      file: '',
      line: 0,
      message,
      identity: identityIn(work, message),
      evidence: '',
      fix: 'Remove the code that changes assertions, and repair what they found.',
    },
  ];
}

/** The tree whose tests have copies of the assertions; undefined where no test uses a library that is known here. */
async function withKeptAssertions({ hub }: GateContext, commit: string): Promise<string | undefined> {
  // The product cannot guess the name. It is the same for the same commit.
  const name = `k${sha256(`assertions ${commit}`).slice(0, 12)}`;
  const texts = new Map<string, { readonly text: string; readonly mode: string }>();
  for (const path of (await hub.paths(commit)).filter(isTestFile)) {
    const file = await hub.file(commit, path, LARGEST);
    const text = file === undefined ? '' : new TextDecoder().decode(file);
    const kept = keptIn(path, text, name);
    if (kept !== undefined) texts.set(path, { text: kept, mode: '100644' });
  }
  if (texts.size === 0) return undefined;
  for (const [ending, own] of [
    ['', 'node:assert'],
    ['-strict', 'node:assert/strict'],
  ])
    texts.set(`${name}${ending}.cjs`, { text: COPY.replace('LIBRARY', own ?? ''), mode: '100644' });
  return hub.compose(commit, texts);
}

/** Longer tests are data. */
const LARGEST = 1024 * 1024;

const COPY = `const kept = (library) => Object.assign(function assert(value, message) { return library(value, message); }, library);
const library = require('LIBRARY');
const copy = kept(library);
copy.strict = Object.freeze(kept(library.strict));
module.exports = Object.freeze(copy);
`;

/** A test with copies of the assertions it uses, on the same lines; undefined where it uses none. */
export function keptIn(path: string, text: string, name: string): string | undefined {
  if (path.endsWith('.py')) return keptInPython(text, name);
  if (!/\.[cm]?[jt]sx?$/.test(path)) return undefined;
  const root = '../'.repeat(path.split('/').length - 1) || './';
  const mine = (quote: string, strict = ''): string =>
    `${quote}${root}${name}${strict === '' ? '' : '-strict'}.cjs${quote}`;
  const changed = text.replaceAll(
    /(\bfrom\s*|\brequire\s*\(\s*)(['"])(?:node:)?assert(\/strict)?\2/g,
    (_all, before: string, quote: string, strict?: string) => `${before}${mine(quote, strict)}`,
  );
  if (changed === text) return undefined;
  const load = /^\s*(?:import|export)\b/m.test(text) ? `import ${mine("'")};` : `require(${mine("'")});`;
  // Before everything else, so that nothing of the product has run.
  return changed.replace(/^(#!.*\n)?/, (first) => `${first}${load} `);
}

/** Test classes get the methods of a copy of unittest that nobody else has loaded. */
function keptInPython(text: string, name: string): string | undefined {
  if (!/\bunittest\b/.test(text)) return undefined;
  const give = `
def _${name}(names):
    import importlib.util, unittest
    spec = importlib.util.spec_from_file_location('unittest._${name}', unittest.case.__file__)
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    kept = {n: v for n, v in vars(copy.TestCase).items() if n.startswith(('assert', 'fail', '_base', '_get'))}
    for case in [c for c in names if isinstance(c, type) and issubclass(c, unittest.TestCase) and c.__module__ == __name__]:
        for each in [n for n in kept if n not in vars(case)]:
            setattr(case, each, kept[each])
_${name}(list(globals().values()))
del _${name}
`;
  // A script that runs its tests at its end has to have them before that.
  const end = text.search(/^if __name__ ==/m);
  return end === -1 ? `${text}${give}` : `${text.slice(0, end)}${give}${text.slice(end)}`;
}
