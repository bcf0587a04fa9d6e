import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript-api';
import { expect, test } from 'vitest';

import { helpTexts } from '../src/cli/build-command.ts';
import { commandGroups, commands } from '../src/cli/commands/index.ts';
import { exitCodesText } from '../src/model/exit-codes.ts';
import { parseCritic } from '../src/formats/index.ts';
import { readEpic } from '../src/plan/index.ts';
import { filesUnder, readSource, root } from './source.ts';

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));
// docs/rules.md is written from the rules and shows code of all kinds.
const documents = tracked.filter((path) => path.endsWith('.md') && path !== 'docs/rules.md');

test('every word of the glossary stands there once', () => {
  const words = glossary().map((row) => row.word);
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

test('no identifier and no document uses a word the glossary avoids', () => {
  const avoided = glossary().flatMap((row) => row.avoid);
  expect(avoided.length).toBeGreaterThan(5);
  const inCode = ['src', 'packages']
    .flatMap((folder) => filesUnder(folder, '.ts'))
    .flatMap((path) => {
      return [...readSource(path).names]
        .filter((name) => avoids(splitName(name), avoided))
        .map((name) => `${path}: ${name}`);
    });
  const inDocs = documents
    .filter((path) => path !== 'GLOSSARY.md')
    .flatMap((path) => {
      const words =
        prose(read(path))
          .toLowerCase()
          .match(/[a-z]+/g) ?? [];
      return words.filter((word) => avoids([word], avoided)).map((word) => `${path}: ${word}`);
    });
  expect([...inCode, ...inDocs]).toEqual([]);
});

/** Words that the founding formats have too, so that comments and texts about them need them. */
const founding = ['task', 'story', 'violation'];

test('FORM-01 no comment and no text of the program uses a word the glossary avoids', () => {
  const avoided = glossary()
    .flatMap((row) => row.avoid)
    .filter((word) => !founding.includes(word));
  const files = tracked.filter(
    (path) => /^(?:src|packages|dashboard)\/.*\.tsx?$/.test(path) && !/\.(?:test|generated)\./.test(path),
  );
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((path) => {
    const words =
      written(path, read(path))
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    return words.filter((word) => avoids([word], avoided)).map((word) => `${path}: ${word}`);
  });
  expect(found.filter((each) => !PAST_COMMITS.test(each))).toEqual([]);
});

/** It recognises what people write into commits. */
const PAST_COMMITS = /^src\/calibrate\/past-commits\.ts: /;

/** Comments and texts of more than one word. */
function written(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const look = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node) ||
      ts.isJsxText(node)
    )
      if (/[a-z]{2,} [a-z]{2,}/i.test(node.text)) texts.push(node.text);
    ts.forEachChild(node, look);
  };
  look(source);
  const comments = text.match(/\/\*[^]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm) ?? [];
  return [...texts, ...comments].join('\n');
}

test('the README is short and names only commands that exist', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(121);
  const named = [...read('README.md').matchAll(/^gauntlet ([a-z]+)|`gauntlet ([a-z]+)/gm)];
  const existing = commands.map((command) => command.name);
  expect(named.map((match) => match[1] ?? match[2] ?? '').filter((name) => !existing.includes(name))).toEqual(
    [],
  );
});

test('the page of measurements has the figures that the benchmark wrote', () => {
  const figures = /<!-- bench -->\n([^]*)<!-- \/bench -->/.exec(read('docs/measurements.md'))?.[1] ?? '';
  for (const what of ['parse developer', 'decide + evolve', 'start --version, wall']) {
    expect(figures).toContain(`| ${what}`);
  }
  expect(figures).toMatch(/^Node \d+\.\d+\.\d+, .+\d cores, \d{4}-\d\d-\d\d\.$/m);
});

test('the epic in the README is valid, and the answer in docs/agents.md is unknown for the reason given there', () => {
  const text = /```yaml\n([^]*?)```/.exec(read('README.md'))?.[1] ?? '';
  expect(readEpic({ file: 'README.md', text, readFile: () => undefined })).toMatchObject({
    ok: true,
    complaints: [],
  });
  const answer = /printf '([^']+)'/.exec(read('docs/agents.md'))?.[1]?.replaceAll('\\n', '\n') ?? '';
  const { verdict, reasons } = parseCritic(answer, { ticket: 'API-1' });
  expect(verdict).toBe('unknown');
  expect(reasons.join()).toContain('API-2');
});

test('every help text names its command, its options and the shared flags', () => {
  const texts = helpTexts(commandGroups);
  const verbs = commands.flatMap(({ name, verbs: own = [] }) =>
    own.map((verb) => ({ ...verb, name: `${name} ${verb.name}` })),
  );
  for (const { name } of commands) expect(texts['--all']).toContain(`  ${name}`);
  for (const { name, summary } of [...commands, ...verbs]) {
    expect(texts[name]).toContain(`Usage: gauntlet ${name} `);
    expect(texts[name]).toContain(summary);
    for (const flag of ['--json', '--no-color', '--cwd <dir>', '-h, --help'])
      expect(texts[name]).toContain(flag);
  }
});

test('the README names every exit code', () => {
  const inHelp = [...exitCodesText().matchAll(/^ {2}(\d+) /gm)].map((match) => match[1]);
  const line = /## Exit codes\n\n([^]*?)\n\n/.exec(read('README.md'))?.[1] ?? '';
  expect([...line.matchAll(/(?:^|· )(\d+) /gm)].map((match) => match[1])).toEqual(inHelp);
});

test('every check that CONTRIBUTING relies on exists', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| .+ \| (.+) \|$/gm)].map((match) => match[1] ?? '');
  const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
  const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
  const missing = named.filter((name) => {
    if (name.startsWith('npm run ')) return scripts[name.slice('npm run '.length)] === undefined;
    if (name.includes('*')) return !tracked.some((path) => path.endsWith(name.slice(name.indexOf('*') + 1)));
    return name.includes('/') && !/\bx\b/.test(name) && !existsSync(join(root, name));
  });
  expect(missing).toEqual([]);
});

test('links between documents lead somewhere', () => {
  const broken = documents.flatMap((path) => {
    const targets = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(
      (match) => match[1] ?? '',
    );
    return targets.filter((to) => !existsSync(join(root, dirname(path), to))).map((to) => `${path}: ${to}`);
  });
  expect(broken).toEqual([]);
});

test('ARCHITECTURE and the design pages name only files that exist', () => {
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(151);
  const pages = documents.filter((path) => path === 'ARCHITECTURE.md' || path.startsWith('docs/design/'));
  const missing = pages.flatMap((path) => {
    const named = [...read(path).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|json|md))`/g)].map(
      (match) => match[1] ?? '',
    );
    return named
      .filter((name) => !existsSync(join(root, 'src', name)) && !existsSync(join(root, name)))
      .map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('no file holds the path of somebody’s machine or the address of a registry', () => {
  // Put together here, so that this file does not accuse itself.
  const machine = new RegExp(
    `(?:^|[\\s"'\`(=:])/(?:${['work', 'home', 'Users', 'root', 'tmp'].join('|')})/[\\w.-]`,
  );
  const registry = new RegExp(['registry', 'npmjs'].join('\\.'));
  const guilty = tracked.flatMap((path) => {
    const lines = read(path).split('\n');
    const bad = (line: string): boolean => machine.test(line) || registry.test(line);
    return lines.flatMap((line, index) => (bad(line) ? [`${path}:${index + 1}: ${line.slice(0, 120)}`] : []));
  });
  expect(guilty).toEqual([]);
});

test('the lockfile names no place to download from', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
});

type Entry = { readonly word: string; readonly avoid: readonly string[] };

function glossary(): Entry[] {
  const rows = [...read('GLOSSARY.md').matchAll(/^\| ([^|]+) \| [^|]+ \|([^|]*)\|$/gm)].slice(2);
  return rows.map((row) => ({ word: (row[1] ?? '').trim(), avoid: listed(row[2] ?? '') }));
}

function listed(cell: string): string[] {
  return cell
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function avoids(words: readonly string[], avoided: readonly string[]): boolean {
  return words.some((word) => avoided.includes(word) || avoided.some((each) => word === `${each}s`));
}

function splitName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** Without code: what is quoted is not our wording. */
function prose(text: string): string {
  return text.replaceAll(/```[^`]*```/g, '').replaceAll(/`[^`\n]*`/g, '');
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
