import type { FileChange } from '../change.ts';
import { parsedObject } from './check-files.ts';
import type { Detected } from '../finding.ts';

/** What a lockfile says about one package in one version. `resolved`: where it comes from, where that is said. */
type Locked = { readonly integrity: string; readonly resolved: readonly string[] };
type LockedById = ReadonlyMap<string, readonly Locked[]>;

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
  if (!LOCK.test(path) || before?.text === undefined || after === null) return [];
  const [old, now] = [lockedIn(before.text), lockedIn(after.text ?? '')];
  if (hasPinned(old) && !hasPinned(now)) return [unpinned(path)];
  const origins = knownOrigins(path, before.text, old);
  return [...now].flatMap(([id, places]) => {
    const [was, is] = [hashesOf(old.get(id) ?? []), hashesOf(places)];
    if (isOther(was, is)) return [swapped(path, id, 'HIGH', 'has the same version but different content')];
    // Package managers lose hashes by themselves; of what runs the checks none may be lost.
    if (was.size > 0 && is.size === 0)
      return [swapped(path, id, isRunner(nameOf(id)) ? 'HIGH' : 'MEDIUM', 'has lost its hash')];
    const stranger = places.find((place) => strangeOrigin(place, origins) !== undefined);
    if (stranger === undefined) return [];
    const isRefused = isRunner(nameOf(id)) && !isAnotherRegistry(id, stranger, origins);
    const origin = strangeOrigin(stranger, origins) ?? '';
    const what = `comes from ${origin}, a source not used before`;
    return [swapped(path, id, isRefused ? 'HIGH' : 'MEDIUM', what)];
  });
}

function hasPinned(locked: LockedById): boolean {
  return [...locked.values()].some((places) => places.some(isPinned));
}

/** Links to packages of a workspace have neither a hash nor a place they are brought from. */
function isPinned({ integrity, resolved }: Locked): boolean {
  return integrity !== '' || resolved.some((from) => originOf(from) !== '');
}

/** Stands for the registry where a lockfile does not name it. */
const UNNAMED = 'registry';

/** Where packages came from so far. pnpm and newer versions of Yarn name a place only where it is not the registry. */
function knownOrigins(path: string, text: string, old: LockedById): ReadonlySet<string> {
  const places = [...old.values()].flat();
  const named = places.flatMap(({ resolved }) => resolved.map(originOf)).filter((origin) => origin !== '');
  const isUnnamed =
    path.endsWith('pnpm-lock.yaml') ||
    /^__metadata:/m.test(text) ||
    places.some(({ integrity, resolved }) => integrity !== '' && resolved.length === 0);
  return new Set(isUnnamed ? [...named, UNNAMED] : named);
}

/** The first packages of a project may come from any server, as there is nothing to compare with. */
function strangeOrigin({ resolved }: Locked, known: ReadonlySet<string>): string | undefined {
  return resolved
    .map(originOf)
    .find((origin) => origin !== '' && !known.has(origin) && (known.size > 0 || !/^https?:/i.test(origin)));
}

/**
 * One registry can go by several names, and package managers differ in which of them they write down. Nothing here can
 * tell such a name from a stranger's, so it is told to the critic; only for a server that is called like a registry and
 * keeps the package where registries do, and only with a hash of it.
 */
function isAnotherRegistry(id: string, { integrity, resolved }: Locked, known: ReadonlySet<string>): boolean {
  const name = nameOf(id);
  const file = `${name.slice(name.lastIndexOf('/') + 1)}-${id.slice(name.length + 1)}.tgz`;
  return (
    [...known].some((origin) => REGISTRY.test(origin)) &&
    integrity.startsWith('sha512-') &&
    resolved.every((from) => {
      const origin = originOf(from);
      return REGISTRY.test(origin) && from.slice(origin.length).replace(/#.*$/, '') === `/${name}/-/${file}`;
    })
  );
}

const REGISTRY = /^https:\/\/registry\.[a-z0-9.-]+$/;

function unpinned(file: string): Detected {
  return {
    rule: 'no-swapped-package',
    severity: 'HIGH',
    file,
    message: 'No packages can be read from this lockfile any more: installs are not reproducible.',
    fix: 'Let the package manager of the project regenerate the lockfile.',
  };
}

function swapped(file: string, id: string, severity: Detected['severity'], what: string): Detected {
  return {
    rule: 'no-swapped-package',
    severity,
    file,
    message: `The package ${id.slice(0, 200)} ${what.slice(0, 300)}: the installed code may not be the published code of that version.`,
    evidence: id.slice(0, 200),
    fix: 'Let the package manager regenerate the lockfile from the registry that the project uses.',
  };
}

function hashesOf(places: readonly Locked[]): ReadonlySet<string> {
  return new Set(places.flatMap(({ integrity }) => integrity.split(/\s+/)).filter((hash) => hash !== ''));
}

/**
 * Only hashes of one kind can be compared. A package may stand in several places, and one that came inside of another has
 * no hash there.
 */
function isOther(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  const kinds = new Set([...before].map(kindOf));
  return [...after].some((hash) => kinds.has(kindOf(hash)) && !before.has(hash));
}

/** `sha512-…`, `10c0/…`, or the digits of a hash alone. */
function kindOf(hash: string): string {
  return /^[^-/]*(?=[-/])/.exec(hash)?.[0] ?? (/^[\da-f]{32,}$/i.test(hash) ? '' : hash);
}

/** The version may be an address and hold more of these signs; a name only begins with one. */
function nameOf(id: string): string {
  return id.slice(0, id.indexOf('@', 1));
}

/** By `name@version`. */
function lockedIn(text: string): LockedById {
  const json = parsedObject(text);
  return json === undefined ? inText(text) : inJson(json);
}

type Entry = Readonly<Record<string, unknown>>;

function entriesOf(value: unknown): readonly (readonly [string, Entry])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(
    (pair): pair is [string, Entry] => typeof pair[1] === 'object' && pair[1] !== null,
  );
}

function textIn(entry: Entry, part: string): string {
  const value = entry[part];
  return typeof value === 'string' ? value : '';
}

function inJson(json: Entry): LockedById {
  const found = new Map<string, Locked[]>();
  const packages = entriesOf(json['packages']);
  for (const [key, entry] of packages) {
    if (!key.includes('node_modules/')) continue;
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    add(found, `${name}@${textIn(entry, 'version')}`, lockedBy(entry, textIn(entry, 'resolved')));
  }
  addTree(found, json['dependencies'], packages.length > 0);
  return found;
}

/**
 * The tree that old versions of npm wrote. Newer ones may write it beside the list; there it calls links to packages of a
 * workspace `file:`, and the list says better where those come from.
 */
function addTree(found: Map<string, Locked[]>, tree: unknown, isBesideList: boolean): void {
  const left = [...entriesOf(tree)];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [name, entry] = next;
    const version = textIn(entry, 'version');
    const isPlace = originOf(version) !== '' && !(isBesideList && version.startsWith('file:'));
    add(found, `${name}@${version}`, lockedBy(entry, textIn(entry, 'resolved'), isPlace ? version : ''));
    for (const inner of entriesOf(entry['dependencies'])) left.push(inner);
  }
}

function lockedBy(entry: Entry, ...resolved: readonly string[]): Locked {
  return { integrity: textIn(entry, 'integrity'), resolved: resolved.filter((from) => from !== '') };
}

function add(found: Map<string, Locked[]>, id: string, locked: Locked): void {
  const places = found.get(id);
  if (places === undefined) found.set(id, [locked]);
  else places.push(locked);
}

/** A name with a version, at the start of a line. */
const HEAD = /^ {0,2}['"]?\/?((?:@[^@/\s'"]+\/)?[^@\s'",:#]+)@([^\s'",:()]*)/;

type Block = {
  readonly name: string;
  readonly given: string;
  readonly indent: number;
  readonly body: string[];
};

/**
 * Blocks of yarn and pnpm: a name with a version, and lines that stand further in. The text is the branch's own and may be
 * of any size, so it is read line by line and no pattern goes over the whole of it.
 */
function inText(text: string): LockedById {
  const found = new Map<string, Locked[]>();
  let block: Block | undefined;
  for (const line of text.split('\n')) {
    const said = line.trim();
    if (said === '' || said.startsWith('#')) continue;
    const indent = line.length - line.trimStart().length;
    if (block !== undefined && indent > block.indent) {
      block.body.push(said);
      continue;
    }
    if (block !== undefined) addBlock(found, block);
    block = blockAt(line, indent);
  }
  if (block !== undefined) addBlock(found, block);
  return found;
}

function blockAt(line: string, indent: number): Block | undefined {
  const [head = '', name = '', given = ''] = HEAD.exec(line) ?? [];
  const rest = line.slice(head.length);
  return head === '' || !rest.includes(':') ? undefined : { name, given, indent, body: [rest] };
}

const HASH = /\b(?:integrity|checksum)["']?(?::\s*|\s+)["']?([^"'\s,}]+)/g;
const PLACE = /\b(?:resolved|tarball)["']?(?::\s*|\s+)["']?([^"'\s,}]+)/g;
const VERSION = /^version:?\s+["']?([^"'\s]+)/;
const RESOLUTION = /^resolution:\s+["']?(?:@[^@/\s'"]+\/)?[^@\s'"{]+@([^"'\s]+)/;

/** All that a block says counts, not the first of it: which of two hashes is looked at is for the package manager. */
function addBlock(found: Map<string, Locked[]>, { name, given, body }: Block): void {
  const whole = body.join(' ');
  const all = (pattern: RegExp): readonly string[] =>
    [...whole.matchAll(pattern)].map(([, value = '']) => value);
  const version = body.map((line) => VERSION.exec(line)?.[1]).find((each) => each !== undefined) ?? given;
  const resolutions = body.flatMap((line) => placeIn(RESOLUTION.exec(line)?.[1] ?? ''));
  add(found, `${name}@${version}`, {
    integrity: all(HASH).join(' '),
    resolved: [...all(PLACE), ...resolutions],
  });
}

/** `npm:3.0.0` is the registry, unless it says from which address; `workspace:` is the project itself. */
function placeIn(resolution: string): readonly string[] {
  const [from = '', address] = resolution.split('::__archiveUrl=', 2);
  if (address !== undefined) return [address.replaceAll(/%3a/gi, ':').replaceAll(/%2f/gi, '/')];
  return from === '' || /^(?:npm|workspace):/.test(from) ? [] : [from];
}

function originOf(resolved: string): string {
  return /^[a-z+]+:\/\/[^/]+/i.exec(resolved)?.[0] ?? /^[a-z+]+:/i.exec(resolved)?.[0] ?? '';
}
