// The house rules that a program can check. Prints file:line: complaint, and exits 1 if there is any.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const rules = [
  { pattern: /.{111,}/, says: 'longer than 110 characters' },
  { pattern: /[ \t]+$/, says: 'white space at the end' },
  { pattern: /^(<{7}|={7}|>{7})( |$)/, says: 'a merge conflict' },
  { pattern: /\bconsole\./, says: 'console; a service writes to its log or not at all' },
  { pattern: /(:|\bas|<) ?any\b/, says: 'any; use unknown and look' },
  { pattern: /\b(enum|namespace) \w+/, says: 'syntax that Node cannot strip' },
  { pattern: /@ts-(ignore|nocheck)/, says: 'a silenced type checker' },
  { pattern: /from '\.{1,2}\/[^']+(?<!\.ts)'/, says: 'an import without its extension' },
  { pattern: /\bexport default\b/, says: 'a default export' },
];

const complaints = ['src', 'test'].flatMap((folder) => files(join(root, folder))).flatMap(check);
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function files(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function check(path) {
  const text = readFileSync(path, 'utf8');
  const name = relative(root, path);
  const found = text.split('\n').flatMap((line, index) => {
    return rules
      .filter(({ pattern }) => pattern.test(line))
      .map(({ says }) => `${name}:${index + 1}: ${says}`);
  });
  return text.endsWith('\n') ? found : [...found, `${name}: no newline at the end`];
}
