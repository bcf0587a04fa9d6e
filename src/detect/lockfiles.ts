import type { FileChange } from './change.ts';
import { parsedObject } from './check-files.ts';
import type { Detected } from './finding.ts';

/** What a lockfile says about one package in one version. */
type Locked = { readonly integrity: string; readonly origin: string };

const LOCK = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml)$/;

/**
 * Packages whose content was exchanged although their version says that it is the same, and those that come from a place
 * no package came from before: whoever made them decides what the checks say. `isRunner` tells which packages run checks.
 */
export function detectSwappedPackages(
  change: FileChange,
  isRunner: (name: string) => boolean,
): readonly Detected[] {
  const { path, before, after } = change;
  if (!LOCK.test(path) || before?.text === undefined || after?.text === undefined) return [];
  const [old, now] = [lockedIn(before.text), lockedIn(after.text)];
  const origins = new Set([...old.values()].map(({ origin }) => origin));
  return [...now].flatMap(([id, { integrity, origin }]) => {
    const then = old.get(id);
    if (then !== undefined && isOther(then.integrity, integrity))
      return [swapped(path, id, 'HIGH', 'has the version it had and other content')];
    const isStrange = origin !== '' && origins.size > 0 && !origins.has(origin);
    if (!isStrange || then?.origin === origin) return [];
    const severity = isRunner(nameOf(id)) ? 'HIGH' : 'MEDIUM';
    return [swapped(path, id, severity, `comes from ${origin}, where nothing came from before`)];
  });
}

function swapped(file: string, id: string, severity: Detected['severity'], what: string): Detected {
  return {
    rule: 'no-swapped-package',
    severity,
    file,
    line: 0,
    message: `The package ${id.slice(0, 200)} ${what.slice(0, 300)}: what is installed is not what the version promises.`,
    evidence: id.slice(0, 200),
    fix: 'Let the package manager write the lockfile anew from the registry that the project uses.',
  };
}

/** Only hashes of one kind can be compared; one that is gone proves nothing any more. */
function isOther(before: string, after: string): boolean {
  if (before === '' || before === after) return false;
  const kinds = (text: string) => new Map(text.split(/\s+/).map((hash) => [hash.split('-')[0], hash]));
  const now = kinds(after);
  const shared = [...kinds(before)].filter(([kind]) => now.has(kind));
  return shared.length > 0 ? shared.every(([kind, hash]) => now.get(kind) !== hash) : after === '';
}

function nameOf(id: string): string {
  return id.replace(/(?<=.)@[^@/]*$/, '');
}

/** By `name@version`. */
function lockedIn(text: string): ReadonlyMap<string, Locked> {
  const json = parsedObject(text);
  return json === undefined ? inText(text) : inJson(json);
}

function inJson(json: Readonly<Record<string, unknown>>): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>();
  const { packages } = json;
  if (typeof packages !== 'object' || packages === null) return found;
  for (const [key, entry] of Object.entries(packages)) {
    if (typeof entry !== 'object' || entry === null || !key.includes('node_modules/')) continue;
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const text = (part: string): string => {
      const value = (entry as Readonly<Record<string, unknown>>)[part];
      return typeof value === 'string' ? value : '';
    };
    found.set(`${name}@${text('version')}`, {
      integrity: text('integrity'),
      origin: originOf(text('resolved')),
    });
  }
  return found;
}

const BLOCK =
  /^[ ]{0,2}(?=\S)(?!#)['"]?\/?((?:@[^@/\s'"]+\/)?[^@\s'",:]+)@([^\s'",:()]*)[^\n]*:\s*\n((?:[ ]{2,}[^\n]*\n)+)/gm;

/** Blocks of yarn and pnpm: a name with a version, and indented lines. */
function inText(text: string): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>();
  for (const [, name = '', given = '', body = ''] of `${text}\n`.matchAll(BLOCK)) {
    const version = /^\s+version:?\s+"?([^"\s]+)/m.exec(body)?.[1] ?? given;
    const integrity = /\b(?:integrity:?\s+"?|checksum:?\s+"?)([^"\s,}]+)/.exec(body)?.[1] ?? '';
    const resolved = /\b(?:resolved\s+"|tarball:\s*)([^"\s,}]+)/.exec(body)?.[1] ?? '';
    found.set(`${name}@${version}`, { integrity, origin: originOf(resolved) });
  }
  return found;
}

function originOf(resolved: string): string {
  return /^[a-z+]+:\/\/[^/]+/i.exec(resolved)?.[0] ?? /^[a-z+]+:/i.exec(resolved)?.[0] ?? '';
}
