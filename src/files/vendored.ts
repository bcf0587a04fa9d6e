/** Folders that hold what others wrote or tools made, wherever they are. */
const FOLDERS: ReadonlySet<string> = new Set(
  `node_modules bower_components jspm_packages .venv venv site-packages __pycache__ .tox .mypy_cache .pytest_cache
   .git .hg .svn .next .nuxt .output .svelte-kit .angular .turbo .parcel-cache .cache dist vendor third_party
   third-party wwwroot/lib target/classes target/generated-sources target/generated-test-sources build/generated
   build/classes build/libs coverage .gradle .terraform obj .gauntlet .yarn .pnpm-store`.split(/\s+/),
);

/** The folder on the way to a file that makes it somebody else's; undefined for the project's own. */
export function vendoredFolder(path: string): string | undefined {
  const parts = path.split('/').slice(0, -1);
  return parts.find((part, index) => FOLDERS.has(part) || FOLDERS.has(`${parts[index - 1] ?? ''}/${part}`));
}

export function isVendoredName(name: string): boolean {
  return FOLDERS.has(name);
}
