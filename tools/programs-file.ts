// What src/gates/programs/programs.generated.ts says: the programs of that folder as text, for a room that reads no files.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/gates/programs/', import.meta.url));
export const programsFile = `${folder}programs.generated.ts`;

export function programsText(): string {
  const names = readdirSync(folder).filter((name) => !name.endsWith('.ts'));
  const entries = names.toSorted().map((name) => {
    return `  ${JSON.stringify(name)}: ${JSON.stringify(readFileSync(`${folder}${name}`, 'utf8'))},\n`;
  });
  return [
    '// Written by `npm run registry` from the files of this folder; do not edit.\n',
    `export const programs = {\n${entries.join('')}} as const;\n`,
  ].join('');
}
