import type { TextFinder } from '../../engine/rule.ts';

const KEYS =
  /^(?:server\.servlet\.context-path|server\.servlet\.contextPath|spring\.mvc\.servlet\.path|spring\.webflux\.base-path|quarkus\.http\.root-path|quarkus\.resteasy\.path|quarkus\.rest\.path|micronaut\.server\.context-path)$/;

/** The setting of a Java server that stands before all of its addresses. */
export const javaSettings: TextFinder = {
  // Those of a profile hold where it is chosen, and nobody knows where that is.
  applies: ({ path, isTest }) => !isTest && /(?:^|\/)application\.(?:properties|ya?ml)$/.test(path),
  find({ text, path }, facts) {
    for (const [key, value] of path.endsWith('.properties') ? properties(text) : yamlLeaves(text))
      if (KEYS.test(key) && /^\/?[\w./-]+$/.test(value))
        facts.servers.push({ kind: 'prefix', path: [value], except: [] });
  },
};

function* properties(text: string): Generator<readonly [string, string]> {
  for (const [, key = '', value = ''] of text.matchAll(/^[ \t]*([\w.-]+)[ \t]*[=:][ \t]*(.*)$/gm))
    yield [key, value.trim()];
}

/** Keys with all that stands above them; only what plain indentation tells. */
function* yamlLeaves(text: string): Generator<readonly [string, string]> {
  const above: { readonly indent: number; readonly key: string }[] = [];
  for (const [, spaces = '', key = '', value = ''] of text.matchAll(/^( *)([\w.-]+):[ \t]*(.*)$/gm)) {
    while ((above.at(-1)?.indent ?? -1) >= spaces.length) above.pop();
    above.push({ indent: spaces.length, key });
    const plain = value
      .replace(/\s#.*$/, '')
      .trim()
      .replaceAll(/^["']|["']$/g, '');
    if (plain !== '') yield [above.map((each) => each.key).join('.'), plain];
  }
}
