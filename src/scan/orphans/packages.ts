import type { ProjectFacts } from '../facts/facts.ts';
import { folderOf } from '../xref/modules.ts';

/** A folder with a package.json of its own: what it is built with. */
export type Package = {
  readonly folder: string;
  readonly has: (dependency: RegExp) => boolean;
  /** The texts of its package.json that name files. */
  readonly named: readonly string[];
  /** Its files are loaded by where they are, or imported from files that are not read. */
  readonly isUnsure: boolean;
};

/** Everything in these is loaded by the name of its folder. */
const BY_FOLDER =
  /^(?:@strapi\/strapi|sails|@adonisjs\/core|ember-source|@medusajs\/(?:medusa|framework)|egg|@midwayjs\/.*|moleculer|@redwoodjs\/.*|@docusaurus\/core|meteor-node-stubs|@keystonejs\/.*|gatsby|@backstage\/.*)$/;

/** Which package a file belongs to. */
export function packageFinder(project: ProjectFacts): (path: string) => Package {
  const packages = new Map<string, Package>();
  const unread = new Set<string>();
  for (const path of project.paths) {
    if (/(?:^|\/)package\.json$/.test(path) && project.files.has(path))
      packages.set(folderOf(path), read(folderOf(path), project.text(path) ?? ''));
    if (/\.(?:astro|mdx|marko|riot|imba|coffee|elm|res)$/.test(path)) unread.add(folderOf(path));
  }
  // Without a package.json nobody says where it begins, or who else uses it.
  const none: Package = { folder: '', has: () => false, named: [], isUnsure: true };
  const known = new Map<string, Package>();
  const find = (folder: string): Package => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const own = packages.get(folder);
    const found = own ?? (folder === '' ? none : find(folderOf(folder)));
    known.set(folder, found);
    return found;
  };
  for (const folder of unread) {
    const { folder: at, ...rest } = find(folder);
    packages.set(at, { ...rest, folder: at, isUnsure: true });
  }
  known.clear();
  return (path) => find(folderOf(path));
}

function read(folder: string, text: string): Package {
  const parsed = parsedJson(text);
  const names = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap(
    (key) => Object.keys(recordAt(parsed, key)),
  );
  const named: string[] = [];
  texts(parsed, named);
  return {
    folder,
    has: (dependency) => names.some((name) => dependency.test(name)),
    named,
    isUnsure: names.some((name) => BY_FOLDER.test(name)) || isPublic(parsed),
  };
}

/** Published with everything in a folder: who uses it is not here. */
function isPublic(parsed: unknown): boolean {
  const isPrivate =
    typeof parsed === 'object' && parsed !== null && 'private' in parsed && parsed.private === true;
  return !isPrivate && Object.keys(recordAt(parsed, 'exports')).some((key) => key.includes('*'));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function recordAt(of: unknown, key: string): object {
  const value =
    typeof of === 'object' && of !== null ? (of as Readonly<Record<string, unknown>>)[key] : undefined;
  return typeof value === 'object' && value !== null ? value : {};
}

function texts(of: unknown, into: string[], depth = 0): void {
  if (typeof of === 'string') into.push(of);
  else if (typeof of === 'object' && of !== null && depth < 6)
    for (const each of Object.values(of)) texts(each, into, depth + 1);
}
