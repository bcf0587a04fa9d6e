import type { ProjectFacts } from '../../engine/facts.ts';
import type { Unmounted } from './unmounted-part.ts';

const VIEW = /(?:^|\.)(?:\w*ViewSet|\w*APIView|View)$/;
/** Made to be built on by others, wherever those are. */
const BASIC = /^(?:_|Base|Abstract|Generic)|(?:Base|Mixin)$/;

/** Views of Django that no list of addresses and nothing else names. */
export function unroutedViews(project: ProjectFacts): readonly Unmounted[] {
  const own = [...project.files].filter(
    ([, { language, isTest, isSide }]) => language === 'python' && !isTest && !isSide,
  );
  const routed = new Set(
    own.flatMap(([, { routes }]) => routes.flatMap(({ view }) => view?.name.split('.').at(-1) ?? [])),
  );
  // Where none is routed by name, addresses are made in another way.
  if (routed.size === 0) return [];
  const loose = own.flatMap(([file, { views }]) =>
    views
      .filter(({ name, bases, methods, actions }) => {
        const isView = bases?.some((base) => VIEW.test(base)) === true;
        const isEmpty = methods.length === 0 && (actions ?? []).length === 0;
        return isView && !routed.has(name) && !BASIC.test(name) && !(isEmpty && bases?.length === 0);
      })
      .map(({ name, line }) => ({ file, line, name, kind: 'view' as const })),
  );
  if (loose.length === 0) return [];
  const named = new Set<string>();
  for (const [path] of own) {
    const text = project.text(path) ?? '';
    for (const { name } of loose) if (!named.has(name) && isNamed(text, name)) named.add(name);
  }
  return loose.filter(({ name }) => !named.has(name));
}

/** Anywhere but where it is declared or imported: in a comment or a text as well, which may be how it is found. */
function isNamed(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  // Whoever decorates a view may give it an address.
  if (new RegExp(`^@[^\\n]*\\nclass[ \\t]+${name}\\b`, 'm').test(text)) return true;
  const rest = text
    .replaceAll(/^[ \t]*from[ \t]+\S+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n(]*)/gm, '')
    .replaceAll(new RegExp(`^class[ \\t]+${name}\\b`, 'gm'), '');
  return new RegExp(`\\b${name}\\b`).test(rest);
}
