import { globProblem } from '../model/paths.ts';
import type { Waiver } from '../model/finding-memory.ts';
import { normal } from '../schema/normal.ts';
import { ruled, version, words } from '../schema/parts.ts';
import { salvage } from '../schema/salvage.ts';
import {
  described,
  listOf,
  mapOf,
  once,
  optional,
  or,
  type Salvaged,
  text,
  turned,
  type WrittenOf,
} from '../schema/shape.ts';
import {
  arrange,
  type Complaint,
  complain,
  complaintsOf,
  isError,
  type Path,
  type Read,
  type Remark,
} from '../schema/complaint.ts';
import { readYaml } from '../schema/yaml-source.ts';

/** What may stand in the file that `waivers` names. */
const waiversShape = once(() => {
  const waiver = mapOf({
    fingerprint: or(null, described('One finding, as reports name it.', text({ pattern: /^[0-9a-f]{16}$/ }))),
    rule: or(
      null,
      described(
        'All findings of a rule.',
        turned(text({ pattern: /^[A-Za-z0-9]+-\d+[a-z]?$/ }), (rule) => rule.toUpperCase()),
      ),
    ),
    path: or(null, ruled('A glob: only findings in these files.', globProblem)),
    reason: words('Why it is waived.'),
    until: described(
      'The last day on which it counts, such as 2027-01-31.',
      text({ pattern: /^\d{4}-\d\d-\d\d$/ }),
    ),
    by: or(null, words('Who decided it.')),
  });
  return mapOf({
    version: optional(version()),
    waivers: described('Findings that are waived for a time.', listOf(waiver)),
  });
});

type Written = NonNullable<Salvaged<WrittenOf<typeof waiversShape>>['waivers']>[number];

/** Waivers, or everything that is wrong with the file. One that says no reason or no end is an error. */
export function readWaivers({
  file,
  text: written,
}: {
  readonly file: string;
  readonly text: string;
}): Read<readonly Waiver[]> {
  const { source, complaints: notYaml } = readYaml({ file, text: written });
  const shape = salvage(waiversShape(), source.value);
  const items = shape.value?.waivers ?? [];
  const rules = items.flatMap((item, index): readonly Complaint[] =>
    problemsOf(item).map(([key, remark]) => complain(source, ['waivers', index, ...key], remark)),
  );
  const complaints = arrange([...notYaml, ...complaintsOf(source, shape.problems), ...rules], file);
  if (complaints.some(isError)) return { ok: false, complaints };
  return { ok: true, value: normal(waiversShape(), shape.value).waivers, complaints };
}

function problemsOf(item: Written): readonly (readonly [Path, Remark])[] {
  if (item === undefined) return [];
  const { fingerprint, rule, until } = item;
  const problems: (readonly [Path, Remark])[] = [];
  if (fingerprint === undefined && rule === undefined)
    problems.push([[], { message: 'it names neither a fingerprint nor a rule' }]);
  if (until !== undefined && !isDay(until))
    problems.push([['until'], { message: `"${until}" is not a valid date` }]);
  return problems;
}

function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}
