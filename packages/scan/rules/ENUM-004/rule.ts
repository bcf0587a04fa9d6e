import { type ClosedSet, closedSets, partsOf } from '../../concepts/values/closed-sets.ts';
import { isSameSubject, plain } from '../../concepts/values/matching.ts';
import { templateValues } from '../../concepts/values/template-values.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** ASP.NET sends enums as numbers unless it is told otherwise. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const sources = [...project.files.values()].filter((file) => file.language === 'csharp' && !file.isTest);
    if (!sources.some(({ routes }) => routes.length > 0)) return;
    const partOf = partsOf(project);
    const numbers = closedSets(project).filter(
      ({ language, isNumeric }) => language === 'csharp' && isNumeric,
    );
    const compared = numbers.filter((set) => isComparedAsText(set, project, partOf));
    if (compared.length === 0) return;
    const texts = sources.map(({ path }) => ({ path, text: project.text(path) ?? '' }));
    if (texts.some(({ text }) => EVERYWHERE.test(text))) return;
    const sent = compared.filter((set) => isSent(set.name, texts));
    const [first] = sent;
    if (first === undefined) return;
    const names = sent
      .slice(0, 5)
      .map(({ name }) => name)
      .join(', ');
    const { path, line } = startOf(texts) ?? { path: first.file, line: first.line };
    report.find(
      path,
      { line },
      `No JsonStringEnumConverter: ${names} ${sent.length === 1 ? 'is' : 'are'} sent as numbers, but the front end compares strings`,
    );
  },
};

/** Told to all of the application, not to one type or property. */
const EVERYWHERE =
  /new\s+(?:\w+\.)*(?:Json)?StringEnumConverter\b|UseStringEnumConverter\s*=\s*true|\bJsonStringEnumMemberConverter\b|AddNewtonsoftJson\([^;]*StringEnumConverter/;

type Source = { readonly path: string; readonly text: string };

/** Where such an application is put together. */
function startOf(texts: readonly Source[]): { readonly path: string; readonly line: number } | undefined {
  for (const pattern of [/\.Add(?:Controllers\w*|Mvc\w*)\(/, /WebApplication\.Create\w*Builder\(/])
    for (const { path, text } of texts) {
      const at = pattern.exec(text)?.index;
      if (at !== undefined) return { path, line: text.slice(0, at).split('\n').length };
    }
  return undefined;
}

/**
 * Whether a value of this type goes out: something has a property of it that is not converted where it stands. Where
 * what is sent has a text in its place, the enum stays inside.
 */
function isSent(name: string, texts: readonly Source[]): boolean {
  const own = new RegExp(
    String.raw`(\[[^\]\n]*\]\s*)*(?:public\s+(?:required\s+)?|[(,]\s*)${name}\??\s+(\w+)\s*(?:\{|[,)=])`,
    'g',
  );
  const isDto = /(?:Dto|DTO|Response|ViewModel|Vm|Result|View)\b/;
  let isFound = false;
  for (const { text } of texts)
    for (const found of text.matchAll(own)) {
      const before = text.slice(Math.max(0, found.index - 200), found.index).replace(/^[^]*[;{}]/, '');
      if (/StringEnumConverter|JsonIgnore/.test(before + found[0])) continue;
      const property = found[2] ?? '';
      const asText = new RegExp(String.raw`\bstring\??\s+${property}\b`);
      if (texts.some((other) => isDto.test(other.text) && asText.test(other.text))) continue;
      isFound = true;
    }
  return isFound;
}

/** Whether pages know the names of an enum as texts: a set of the same name, or comparisons of a field of its name. */
function isComparedAsText(
  set: ClosedSet,
  project: ProjectFacts,
  partOf: ReturnType<typeof partsOf>,
): boolean {
  const names = new Set(set.names.map(plain));
  const isOf = (values: readonly string[]): boolean =>
    values.filter((value) => names.has(plain(value))).length * 2 > values.length;
  const isDeclared = closedSets(project).some(
    (other) =>
      other.language !== 'csharp' &&
      !other.isNumeric &&
      other.kind !== 'table' &&
      partOf(other.file) !== 'backend' &&
      isSameSubject(other, set) &&
      isOf(other.values),
  );
  if (isDeclared) return true;
  const last = set.words.at(-1) ?? '';
  const owner = set.words.slice(0, -1).join('');
  for (const [path, file] of project.files) {
    if (file.isTest || partOf(path) === 'backend') continue;
    const isMarkup = /^(?:html|vue|svelte)$/.test(file.language);
    const values = isMarkup
      ? [...file.domainValues, ...templateValues(project.text(path) ?? '')]
      : file.domainValues;
    const isIt = values.some(
      ({ field, of, value, ofEnum, how }) =>
        ofEnum === undefined &&
        how === 'compared' &&
        plain(field).endsWith(last) &&
        plain(`${of}${field}`).includes(owner) &&
        names.has(plain(value)),
    );
    if (isIt) return true;
  }
  return false;
}
