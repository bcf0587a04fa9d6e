/** What the rules of one kind are called by, in the order in which they run: their ids begin with the code. */
const table = {
  mock: ['MOCK', 'technical'],
  ui: ['UI', 'technical'],
  front: ['FRONT', 'technical'],
  back: ['BACK', 'technical'],
  slop: ['SLOP', 'technical'],
  e2e: ['E2E', 'test'],
  deploy: ['DEPLOY', 'technical'],
  asset: ['ASSET', 'technical'],
  database: ['DB', 'technical'],
  api: ['API', 'interface'],
  sdl: ['SDL', 'interface'],
  xref: ['XREF', 'interface'],
  enum: ['ENUM', 'interface'],
  seed: ['SEED', 'test'],
  orphan: ['ORPHAN', 'interface'],
  wire: ['WIRE', 'interface'],
  test: ['TEST', 'test'],
  library: ['LIB', 'library'],
  secret: ['SEC', 'technical'],
  safety: ['SAFE', 'technical'],
  duplication: ['DUP', 'technical'],
} as const;

export type Family = keyof typeof table;

export const families = Object.keys(table) as readonly Family[];

/** Every name a family goes by. */
export const familyNames: readonly string[] = families.flatMap((family) => [
  ...new Set([family, table[family][0]]),
]);

/** The family of a name or of the beginning of an id, however it is written: `database`, `DB`. */
export function familyNamed(name: string): Family | undefined {
  const small = name.toLowerCase();
  return families.find((family) => family === small || table[family][0].toLowerCase() === small);
}

/** The auditor to whose part of an audit a family's findings belong. */
export function auditorOf(family: Family): (typeof table)[Family][1] {
  return table[family][1];
}
