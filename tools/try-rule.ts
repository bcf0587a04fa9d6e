// `node tools/try-rule.ts FOLDER`: a rule and its examples, before it stands in the list. Says which marked lines it did
// not find and what it found beside them; ends with 1 where that is anything.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { readFixture, standardDeclarations } from '../test/support/rule-examples.ts';
import { memoryInstalled, memoryTree } from '../test/support/memory-tree.ts';
import type { Rule, RuleCheck } from '../packages/scan/engine/rule.ts';
import { allFinders, allRules, syntaxFinders } from '../packages/scan/registry.generated.ts';
import { scanTree } from '../packages/scan/engine/scan-tree.ts';
import { openGrammars, secretDetection } from '../test/support/scan-inputs.ts';
import { readHead } from './registry-file.ts';

const folder = resolve(process.argv[2] ?? '.');
const rule = await ruleIn(folder);
let wrong = 0;
for (const kind of ['bad', 'good']) {
  for (const name of readdirSync(join(folder, kind)).filter((each) => each.endsWith('.txt'))) {
    const complaints = await tried(readFileSync(join(folder, kind, name), 'utf8'), kind === 'bad');
    wrong += complaints.length;
    process.stdout.write(
      [`${rule.id} ${kind}/${name}: ${complaints.length === 0 ? 'ok' : ''}`, ...complaints, ''].join('\n'),
    );
  }
}
process.exitCode = wrong === 0 ? 0 : 1;

/** One that is only a head is made by the registry. */
async function ruleIn(of: string): Promise<Rule> {
  const { kind, ...head } = readHead(of);
  if (kind === undefined) {
    const module = (await import(pathToFileURL(join(of, 'rule.ts')).href)) as { readonly rule: RuleCheck };
    return { ...head, ...module.rule };
  }
  const known = allRules.find(({ id }) => id === head.id);
  if (known === undefined) throw new Error(`${head.id} is not in the registry: npm run registry`);
  return known;
}

async function tried(text: string, isBad: boolean): Promise<readonly string[]> {
  const { files, marked } = readFixture(text, rule.id);
  const tree = memoryTree(files);
  const { findings, crashes } = scanTree(tree, {
    rules: [rule],
    finders: allFinders,
    syntax: { grammars: await openGrammars(tree), finders: syntaxFinders },
    secrets: secretDetection,
    libraries: { installed: memoryInstalled(files, standardDeclarations), most: 5 },
  });
  const found = new Set(findings.map(({ file, line }) => `${file}:${line}`));
  return [
    ...marked.filter((place) => !found.has(place)).map((place) => `  not found: ${place}`),
    ...[...found]
      .filter((place) => !marked.includes(place))
      .map((place) => `  found, but not marked: ${place}`),
    ...crashes.map((crash) => `  crashed: ${JSON.stringify(crash)}`),
    ...(isBad && marked.length === 0 ? ['  no line of it is marked'] : []),
  ];
}
