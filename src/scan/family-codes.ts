import { families, type Family } from './rule.ts';

/** What the ids of a family's rules begin with. */
const codes: Readonly<Record<Family, string>> = {
  mock: 'MOCK',
  ui: 'UI',
  front: 'FRONT',
  back: 'BACK',
  slop: 'SLOP',
  e2e: 'E2E',
  deploy: 'DEPLOY',
  asset: 'ASSET',
  database: 'DB',
  api: 'API',
  sdl: 'SDL',
  xref: 'XREF',
  enum: 'ENUM',
  seed: 'SEED',
  orphan: 'ORPHAN',
  wire: 'WIRE',
  test: 'TEST',
  library: 'LIB',
  secret: 'SEC',
  safety: 'SAFE',
  duplication: 'DUP',
};

/** Every name a family goes by. */
export const familyNames: readonly string[] = families.flatMap((family) => [
  ...new Set([family, codes[family]]),
]);

/** The family of a name or of the beginning of an id, however it is written: `database`, `DB`. */
export function familyNamed(name: string): Family | undefined {
  const small = name.toLowerCase();
  return families.find((family) => family === small || codes[family].toLowerCase() === small);
}
