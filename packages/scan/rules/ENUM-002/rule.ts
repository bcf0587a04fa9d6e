import { type ClosedSet, closedSets, partsOf } from '../../concepts/values/closed-sets.ts';
import { hasValue, isSameSubject, plain, setsOf } from '../../concepts/values/matching.ts';
import { templateValues } from '../../concepts/values/template-values.ts';
import type { DomainValueFact } from '../../concepts/values/domain-values.ts';
import { wordsOf } from '../../concepts/values/domain-words.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectReport, ProjectCheck } from '../../engine/rule.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';

type Use = DomainValueFact & { readonly file: string };

/** What pages add of their own to the values of a server: filters, and what is under way. */
const OF_PAGES =
  /^(?:all|any|none|unknown|loading|idle|default|other|new|create|edit|select|custom|undefined|null)$/i;

/** A text of the front end that the back end never sends and never takes. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const partOf = partsOf(project);
    const all = closedSets(project);
    const served = all.filter(
      (set) => partOf(set.file) === 'backend' && set.kind !== 'table' && !isNumericOnly(set),
    );
    if (served.length === 0) return;
    const shown = all.filter((set) => partOf(set.file) === 'frontend');
    for (const set of shown) checkSet(set, served, project, report);
    const uses = usesOf(project, (file) => partOf(file) === 'frontend');
    for (const use of uses) checkUse(use, { served, shown, all, uses }, project, report);
  },
};

/** Python's numbers are sent as numbers; nothing in the front end is compared with their names. */
function isNumericOnly({ isNumeric, language }: ClosedSet): boolean {
  return isNumeric && language !== 'csharp';
}

function checkSet(
  set: ClosedSet,
  served: readonly ClosedSet[],
  project: ProjectFacts,
  report: ProjectReport,
): void {
  if (set.isNumeric) return;
  const alike = served.filter((each) => isSameSubject(each, set));
  const [word = ''] = set.words;
  const isOnly = isState(word) && served.filter(({ words }) => words.at(-1) === word).length === 1;
  if (set.words.length < 2 && !isOnly) return;
  if (alike.length === 0) return;
  const missing = set.values.filter(
    (value) =>
      !OF_PAGES.test(value) && /[a-z0-9]$/i.test(value) && !alike.some((each) => hasValue(each, value)),
  );
  const known = set.values.length - missing.length;
  if (missing.length === 0) return;
  const isSpelled = missing.every((value) => alike.some((each) => nearest(each, value) !== undefined));
  if (isSpelled && isRespelled(set.words.at(-1) ?? '', project)) return;
  if (!isSpelled && known < Math.max(1, set.values.length / 2)) {
    report.unresolved('enums with the same name but different values');
    return;
  }
  const [of] = alike;
  if (of === undefined) return;
  // A page may know more than a server says, unless what it knows is a state of the server's; a renamed value is
  // missing on both sides.
  const unknown = of.values.filter((value) => !hasValue({ ...set, language: of.language }, value));
  const isRenamed = unknown.length > 0 && unknown.length <= missing.length;
  if (!isSpelled && !isState(set.words.at(-1)) && (!isRenamed || missing.length >= known)) return;
  report.find(
    set.file,
    { line: lineOf(missing[0] ?? '', set, project) },
    `${quoted(missing)} ${missing.length === 1 ? 'is' : 'are'} not in ${of.name} of ${of.file}, which has ${quoted(of.values)}`,
  );
}

/** Where a value of a set stands; the set itself may go over many lines. */
function lineOf(value: string, { file, line, values }: ClosedSet, project: ProjectFacts): number {
  const lines = (project.text(file) ?? '').split('\n').slice(line - 1, line + values.length * 2 + 4);
  const at = lines.findIndex((each) => new RegExp(String.raw`(?<![\w-])${value}(?![\w-])`).test(each));
  return at < 0 ? line : line + at;
}

/** Fields whose values a server alone decides about. A `type` or a `mode` of the same name is often another one. */
function isState(word: string | undefined): boolean {
  return /^(?:status|state|role|priority|stage|phase|severity|visibility)$/.test(word ?? '');
}

/** The value of a set that differs in spelling alone. */
function nearest({ values }: ClosedSet, value: string): string | undefined {
  return values.find((each) => plain(each) === plain(value) || isSlip(plain(each), plain(value)));
}

/** One letter too many or too few: `canceled`, `cancelled`. */
function isSlip(one: string, other: string): boolean {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  if (long.length !== short.length + 1 || short.length < 6) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  return long.slice(at + 1) === short.slice(at);
}

function quoted(values: readonly string[]): string {
  const shown = values.slice(0, 8).map((value) => `'${value}'`);
  return shown.join(', ') + (values.length > 8 ? ', …' : '');
}

/** Whether something changes the spelling of such a field on its way: `status.toLowerCase()`. */
function isRespelled(word: string, project: ProjectFacts): boolean {
  return respelled(project).includes(word.toLowerCase());
}

const CHANGE =
  /(?<!\w)(\w+)["')\]]*(\.value|\.name)?[!?)]*\.(?:toLowerCase|toUpperCase|lower|upper|ToLower\w*|ToUpper\w*|replace)\(/gi;

/** Every name the spelling of whose value is changed somewhere; the files are read once for all that ask. */
const respelled = memoPerProject((project): string => {
  const names = new Set<string>();
  for (const [path, { isTest }] of project.files)
    if (!isTest)
      for (const [, name = '', own = ''] of (project.text(path) ?? '').matchAll(CHANGE))
        names.add(name).add(own);
  return [...names].join(' ').toLowerCase();
});

function usesOf(project: ProjectFacts, isShown: (file: string) => boolean): readonly Use[] {
  const found: Use[] = [];
  for (const [file, { domainValues, isTest, isSide, language }] of project.files) {
    if (isTest || isSide || !isShown(file)) continue;
    for (const each of domainValues) if (each.ofEnum === undefined) found.push({ ...each, file });
    if (/^(?:html|vue|svelte)$/.test(language))
      for (const each of templateValues(project.text(file) ?? '')) found.push({ ...each, file });
    if (file.endsWith('.component.ts')) found.push(...inTemplate(file, project.text(file) ?? ''));
  }
  return found;
}

/** What the template says that stands in a component of Angular. */
function inTemplate(file: string, text: string): readonly Use[] {
  const template = /\btemplate:\s*`([^`]*)`/.exec(text);
  if (template === null) return [];
  const before = text.slice(0, template.index).split('\n').length - 1;
  return templateValues(template[0]).map((each) => ({ ...each, line: each.line + before, file }));
}

type Known = {
  readonly all: readonly ClosedSet[];
  readonly served: readonly ClosedSet[];
  readonly shown: readonly ClosedSet[];
  readonly uses: readonly Use[];
};

function checkUse(
  use: Use,
  { served, shown, all, uses }: Known,
  project: ProjectFacts,
  report: ProjectReport,
): void {
  if (OF_PAGES.test(use.value)) return;
  const matched = setsOf(use, served);
  if (matched === undefined || matched.sets.some((each) => hasValue(each, use.value))) return;
  const { sets, how } = matched;
  const last = wordsOf(use.field).at(-1) ?? '';
  const near = sets.map((each) => nearest(each, use.value)).find((each) => each !== undefined);
  // There may be another set for such a field that has the value as it is spelled here.
  const others = near === undefined ? shown : all;
  if (others.some((set) => set.words.at(-1) === last && set.values.includes(use.value))) return;
  const isSpoken = uses.some(
    (other) =>
      other.field === use.field &&
      (how === 'named' || other.of === use.of) &&
      sets.some((each) => hasValue(each, other.value)),
  );
  if (near === undefined && !isSpoken)
    return report.unresolved('values of a field that has no other known value');
  if (near === undefined && !isState(last)) return;
  if (near !== undefined && !isSpoken && isRespelled(last, project)) return;
  const [of] = sets;
  if (of === undefined) return;
  const hint = near === undefined ? `it has ${quoted(of.values)}` : `there it is '${near}'`;
  report.find(use.file, { line: use.line }, `'${use.value}' is not in ${of.name} of ${of.file}: ${hint}`);
}
