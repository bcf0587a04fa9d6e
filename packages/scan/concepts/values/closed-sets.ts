import type { EnumFact } from '../entities/fact.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ValueSetFact } from './value-sets.ts';
import { wordsOf } from './domain-words.ts';
import { sidesOf } from '../requests/sides.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';
import { wordSet } from '../../engine/words.ts';

/** Which part of a project a file belongs to; `both` where nothing tells. */
export type ProjectSide = 'backend' | 'frontend' | 'both';

/** A closed set of values that a project declares. */
export type ClosedSet = {
  readonly name: string;
  readonly kind: EnumFact['kind'] | ValueSetFact['kind'];
  /** What is sent; where that are numbers, the names. */
  readonly values: readonly string[];
  /** What the values are called in code, in the same order. */
  readonly names: readonly string[];
  /** Sent as numbers unless something turns them into their names. */
  readonly isNumeric: boolean;
  /** Sent as the names are spelled: a converter says so, and none of them changes the spelling. */
  readonly isExact?: boolean;
  readonly file: string;
  readonly line: number;
  readonly language: string;
  /** What it is about: `OrderStatusEnum` and `order_status` are `order`, `status`. */
  readonly words: readonly string[];
};

/** Every closed set that a project declares outside of tests; read once for all rules that ask. */
export const closedSets = memoPerProject((project): readonly ClosedSet[] => {
  const found: ClosedSet[] = [];
  const isExact = sendsNames(project);
  for (const [file, { language, enums, valueSets, isTest }] of project.files) {
    if (isTest) continue;
    const place = (name: string) => ({ file, language, words: subjectOf(name) });
    // A value that is not written out: nobody can say what is in the set.
    const whole = enums.filter(({ isOpen }) => !isOpen);
    const text = language === 'csharp' && whole.length > 0 ? (project.text(file) ?? '') : '';
    for (const each of whole)
      found.push({
        ...place(named(each)),
        ...read(each, language, text),
        ...(language === 'csharp' ? { isExact } : {}),
      });
    for (const each of valueSets) found.push({ ...place(each.name), ...each, isNumeric: false });
  }
  return found;
});

/** `Order.Status` is about the status of an order; an `OrderStatus` says so by itself. */
function named({ name, inside }: EnumFact): string {
  return inside === undefined || wordsOf(name).length > 1 ? name : `${inside}${name}`;
}

/** Whether C# sends its enums by their names as they are: `new JsonStringEnumConverter()`, and nothing about capitals. */
function sendsNames(project: ProjectFacts): boolean {
  let isNamed = false;
  for (const [path, { language, isTest }] of project.files) {
    if (language !== 'csharp' || isTest) continue;
    const text = project.text(path) ?? '';
    if (!text.includes('EnumConverter')) continue;
    if (/EnumConverter(?:<[^>]*>)?\(\s*[^\s)]|NamingPolicy|NamingStrategy|EnumMember/.test(text))
      return false;
    isNamed ||= /new JsonStringEnumConverter(?:<[^>]*>)?\(\s*\)/.test(text);
  }
  return isNamed;
}

type Read = Pick<ClosedSet, 'name' | 'kind' | 'values' | 'names' | 'isNumeric' | 'line'>;

function read({ name, kind, members, line }: EnumFact, language: string, text: string): Read {
  const names = members.map((member) => member.name);
  const isNumber = members.some(({ value }) => typeof value === 'number');
  if (language !== 'csharp') {
    // What Prisma maps is for the database alone; its client knows the names.
    const isNamed = isNumber || language === 'prisma';
    const values = isNamed ? names : members.map(({ value }) => String(value));
    return { name, kind, values, names, isNumeric: isNumber, line };
  }
  const own = new RegExp(String.raw`((?:\[[^\]]*\]\s*)*)(?:\w+\s+)*enum\s+${name}\b[^{]*\{([^}]*)\}`).exec(
    text,
  );
  const sent = (member: string): string =>
    new RegExp(
      String.raw`(?:EnumMember\s*\(\s*Value\s*=|JsonStringEnumMemberName\s*\()\s*"([^"]*)"\s*\)\s*\]\s*${member}\b`,
    ).exec(own?.[2] ?? '')?.[1] ?? member;
  const isNumeric = !/StringEnumConverter/.test(own?.[1] ?? '');
  return { name, kind, values: names.map(sent), names, isNumeric, line };
}

const DECORATION =
  /^(?:enum|option|list|value|choice|all|e|i|t|item|set|type|const|constant|key|available|valid|db|model)$/;

/** The words of a name without what only says that it is a set. */
function subjectOf(name: string): readonly string[] {
  const words = wordsOf(name);
  const last = words.findLastIndex((word) => !DECORATION.test(word));
  const first = words.findIndex((word) => !DECORATION.test(word));
  // `NotificationType` is about the type.
  const isType = words.at(-1) === 'type' && last < words.length - 1;
  return words.slice(Math.max(0, first), isType ? words.length : last + 1);
}

const SERVERS = wordSet('python csharp java go prisma sql');
const PAGES = wordSet('tsx jsx vue svelte html');

/** Tells of every file which part it belongs to. */
export function partsOf(project: ProjectFacts): (file: string) => ProjectSide {
  const { backend, frontend } = sidesOf(project);
  const serving = new Set(backend.files);
  const asking = new Set(frontend.files);
  const languageOf = (file: string): string => project.files.get(file)?.language ?? '';
  const isPage = (file: string): boolean =>
    PAGES.has(languageOf(file)) || /\.(?:component|directive|pipe)\.ts$/.test(file);
  // Where pages stand next to what serves them, only the pages are known to be what they are.
  const shared = new Set([...serving].filter(isPage).map(placeOf));
  return (file) => {
    if (SERVERS.has(languageOf(file))) return 'backend';
    if (isPage(file)) return 'frontend';
    if (serving.has(file) === asking.has(file)) return 'both';
    if (serving.has(file)) return shared.has(placeOf(file)) ? 'both' : 'backend';
    return 'frontend';
  };
}

/** The folder that is one application: `apps/web`, `server`. */
function placeOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return /^(?:apps|packages|libs|services|projects|src|modules)$/.test(first) ? `${first}/${second}` : first;
}
