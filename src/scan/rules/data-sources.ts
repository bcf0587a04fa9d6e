import type { ScannedFile } from '../scanned-file.ts';

/** Words by which people name what fetches or keeps data; whole words of a path, so `capital/` and `restore.ts` are none. */
const WORDS =
  /^(?:services?|clients?|apis?|http|gateways?|repository|repositories|repos?|providers?|stores?|facades?|composables?|dao|queries|resolvers?|controllers?|loaders?|adapters?)$/i;

/** Whether a file is where an application gets its data from. */
export function isDataSource({ path, isTest, isSide }: ScannedFile): boolean {
  if (
    isTest ||
    isSide ||
    /(?:^|[/._-])(?:msw|mirage|seed|seeds|seeder|fixtures?|mocks?|fake|stub)(?:[/._-]|$)/i.test(path)
  )
    return false;
  const parts = path.split('/');
  const name = (parts.pop() ?? '').replace(/\.[a-z]+$/i, '');
  const words = [...parts, ...name.split(/[._-]|(?<=[a-z])(?=[A-Z])/)];
  return words.some((word) => WORDS.test(word));
}
