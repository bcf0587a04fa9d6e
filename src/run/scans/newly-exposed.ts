import { allFinders, type Exposed, exposedBy, syntaxFinders } from '../../../packages/scan/index.ts';
import type { StageContext } from '../stage-context.ts';

/** No rule looks at more. */
const LARGEST = 1_000_001;

/** What these files expose at a commit that they did not at the base: that is there for everybody to see. */
export async function newlyExposed(
  context: StageContext,
  files: readonly string[],
  commit: string,
): Promise<readonly Exposed[]> {
  const before = new Map(
    (await exposedAt(context, files, context.state().base)).map((each) => [each.file, each]),
  );
  const now = await exposedAt(context, files, commit);
  return now.map((each) => {
    const old = before.get(each.file);
    const fresh = (of: 'exports' | 'routes' | 'variables'): readonly string[] =>
      each[of].filter((name) => old?.[of].includes(name) !== true);
    return {
      file: each.file,
      exports: fresh('exports'),
      routes: fresh('routes'),
      variables: fresh('variables'),
    };
  });
}

async function exposedAt(
  context: StageContext,
  files: readonly string[],
  commit: string,
): Promise<readonly Exposed[]> {
  const texts = new Map<string, Uint8Array>();
  for (const path of files) {
    const bytes = await context.hub.file(commit, path, LARGEST);
    if (bytes !== undefined) texts.set(path, bytes);
  }
  const grammars = await context.grammars([...texts.keys()]);
  return exposedBy(texts, { finders: allFinders, syntax: { grammars, finders: syntaxFinders } });
}
