import type { ScannedFile } from '../scanned-file.ts';

/** Words by which people name what fetches or keeps data; whole words of a path, so `capital/` and `restore.ts` are none. */
const WORDS =
  /^(?:services?|clients?|apis?|http|gateways?|repository|repositories|repos?|providers?|stores?|facades?|composables?|dao|queries|resolvers?|controllers?|loaders?|adapters?)$/i;

/** Its neighbour sends requests: `import { api } from './api'`. Pages import one too, and show what it gives them. */
const ASKING =
  /^import\s[^;'"]{1,200}\sfrom\s+['"](?:[^'"\n]{0,80}\/)?(?:api|http|axios|apiClient|api-client|httpClient|http-client)(?:\.[jt]s)?['"]/m;

/** Whether a file is where an application gets its data from. */
export function isDataSource({ path, isTest, isSide, text }: ScannedFile): boolean {
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
