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
  const origins = new Set([...old.values()].flat().map(({ origin }) => origin));
  return [...now].flatMap(([id, places]) => {
    if (isOther(hashesOf(old.get(id) ?? []), hashesOf(places)))
      return [swapped(path, id, 'HIGH', 'has the version it had and other content')];
    const origin = places.map((each) => each.origin).find((each) => each !== '' && !origins.has(each));
    if (origin === undefined || origins.size === 0) return [];
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

function hashesOf(places: readonly Locked[]): ReadonlySet<string> {
  return new Set(places.flatMap(({ integrity }) => integrity.split(/\s+/)).filter((hash) => hash !== ''));
}

/**
 * Only hashes of one kind can be compared; where all are gone nothing is proved any more. A package may stand in several
 * places, and one that came inside of another has no hash there.
 */
function isOther(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  if (before.size === 0) return false;
  if (after.size === 0) return true;
  const kinds = new Set([...before].map(kindOf));
  return [...after].some((hash) => kinds.has(kindOf(hash)) && !before.has(hash));
}

function kindOf(hash: string): string {
  return hash.split('-')[0] ?? '';
}

function nameOf(id: string): string {
  return id.replace(/(?<=.)@[^@/]*$/, '');
}

/** By `name@version`. */
function lockedIn(text: string): ReadonlyMap<string, readonly Locked[]> {
  const json = parsedObject(text);
  return json === undefined ? inText(text) : inJson(json);
}

function inJson(json: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly Locked[]> {
  const found = new Map<string, Locked[]>();
  const { packages } = json;
  if (typeof packages !== 'object' || packages === null) return found;
  for (const [key, entry] of Object.entries(packages)) {
    if (typeof entry !== 'object' || entry === null || !key.includes('node_modules/')) continue;
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const text = (part: string): string => {
      const value = (entry as Readonly<Record<string, unknown>>)[part];
      return typeof value === 'string' ? value : '';
    };
    const locked = { integrity: text('integrity'), origin: originOf(text('resolved')) };
    add(found, `${name}@${text('version')}`, locked);
  }
  return found;
}

function add(found: Map<string, Locked[]>, id: string, locked: Locked): void {
  const places = found.get(id);
  if (places === undefined) found.set(id, [locked]);
  else places.push(locked);
}

const BLOCK =
  /^[ ]{0,2}(?=\S)(?!#)['"]?\/?((?:@[^@/\s'"]+\/)?[^@\s'",:]+)@([^\s'",:()]*)[^\n]*:\s*\n((?:[ ]{2,}[^\n]*\n)+)/gm;

/** Blocks of yarn and pnpm: a name with a version, and indented lines. */
function inText(text: string): ReadonlyMap<string, readonly Locked[]> {
  const found = new Map<string, Locked[]>();
  for (const [, name = '', given = '', body = ''] of `${text}\n`.matchAll(BLOCK)) {
    const version = /^\s+version:?\s+"?([^"\s]+)/m.exec(body)?.[1] ?? given;
    const integrity = /\b(?:integrity:?\s+"?|checksum:?\s+"?)([^"\s,}]+)/.exec(body)?.[1] ?? '';
    const resolved = /\b(?:resolved\s+"|tarball:\s*)([^"\s,}]+)/.exec(body)?.[1] ?? '';
    add(found, `${name}@${version}`, { integrity, origin: originOf(resolved) });
  }
  return found;
}

function originOf(resolved: string): string {
  return /^[a-z+]+:\/\/[^/]+/i.exec(resolved)?.[0] ?? /^[a-z+]+:/i.exec(resolved)?.[0] ?? '';
}
