import {
  type Detected,
  isTestFile,
  isUsedBy,
  languageOf,
  meansOther,
  renamedMeanings,
} from '../detect/index.ts';
import type { GateContext } from './context.ts';
import type { Work } from './gate.ts';

const LARGEST_TEST = 512 * 1024;

/** Names of the language that tests of base use, and that the work gives another meaning. */
export async function renamedIn({ hub }: GateContext, work: Work): Promise<readonly Detected[]> {
  const names = renamedMeanings(work.changes);
  if (names.length === 0) return [];
  const detected = new Map<string, Detected>();
  for (const path of (await hub.paths(work.base)).filter(isTestFile)) {
    const asked = names.filter((each) => languageOf(each.path) === languageOf(path));
    const bytes = asked.length === 0 ? undefined : await hub.file(work.base, path, LARGEST_TEST);
    const test = { path, text: new TextDecoder().decode(bytes) };
    for (const each of asked)
      if (isUsedBy(each, test)) detected.set(`${each.path} ${each.name}`, meansOther(each, path));
  }
  return [...detected.values()];
}
