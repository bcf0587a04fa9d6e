import type { ScannedFile } from '../../engine/files/scanned-file.ts';

/** Words by which people name what fetches or keeps data; whole words of a path, so `capital/` and `restore.ts` are none. */
const WORDS =
  /^(?:services?|clients?|apis?|http|gateways?|repository|repositories|repos?|providers?|stores?|facades?|composables?|dao|queries|resolvers?|controllers?|loaders?|adapters?)$/i;

/** Its neighbour sends requests: `import { api } from './api'`. Pages import one too, and show what it gives them. */
const ASKING =
  /^import\s[^;'"]{1,200}\sfrom\s+['"](?:[^'"\n]{0,80}\/)?(?:api|http|axios|apiClient|api-client|httpClient|http-client)(?:\.[jt]s)?['"]/m;

/** Several rules ask of one file after the other. */
let last: { readonly path: string; readonly text: string; readonly answer: boolean } | undefined;

/** Whether a file is where an application gets its data from. */
export function isDataSource(file: ScannedFile): boolean {
  const { path, text } = file;
  if (last === undefined || last.path !== path || last.text !== text)
    last = { path, text, answer: getsData(file) };
  return last.answer;
}

function getsData({ path, isTest, isSide, text }: ScannedFile): boolean {
  if (
    isTest ||
    isSide ||
    /(?:^|[/._-])(?:msw|mirage|seed|seeds|seeder|fixtures?|mocks?|fake|stub)(?:[/._-]|$)/i.test(path)
  )
    return false;
  const parts = path.split('/');
  const name = (parts.pop() ?? '').replace(/\.[a-z]+$/i, '');
  const words = [...parts, ...name.split(/[._-]|(?<=[a-z])(?=[A-Z])/)];
  return words.some((word) => WORDS.test(word)) || ASKING.test(text);
}
