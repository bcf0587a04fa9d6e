import { readJson, treeOf } from '../../syntax/json/read-json.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { folderOf } from '../../engine/files/paths.ts';

/** A folder with a package.json of its own: what it is built with. */
export type Package = {
  readonly folder: string;
  readonly has: (dependency: RegExp) => boolean;
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
  const none: Package = { folder: '', has: () => false, isUnsure: true };
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
  const parsed = treeOf(readJson(text));
  const names = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap(
    (key) => Object.keys(treeOf(parsed[key])),
  );
  // Published with everything in a folder: who uses it is not here.
  const isPublic =
    parsed['private'] !== true && Object.keys(treeOf(parsed['exports'])).some((key) => key.includes('*'));
  return {
    folder,
    has: (dependency) => names.some((name) => dependency.test(name)),
    isUnsure: names.some((name) => BY_FOLDER.test(name)) || isPublic,
  };
}
