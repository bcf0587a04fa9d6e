import type { Waiver } from '../model/waiver.ts';
import {
  arrange,
  type Complaint,
  complain,
  isError,
  type Path,
  type Read,
  type Remark,
} from './complaint.ts';
import { suggester } from './suggest.ts';
import { globProblem } from './paths.ts';
import { salvage, type Salvaged } from './salvage.ts';
import * as part from './shape-parts.ts';
import { described, type Infer, listOf, mapOf, optional, text } from './shape.ts';
import { readYaml } from './yaml-source.ts';

/** What may stand in the file that `waivers` names. */
function waiversShape() {
  const waiver = mapOf({
    fingerprint: optional(described(text(/^[0-9a-f]{16}$/), 'One finding, as reports name it.')),
    rule: optional(described(text(/^[A-Za-z0-9]+-\d+[a-z]?$/), 'All findings of a rule.')),
    path: optional(part.words('A glob: only findings in these files.')),
    reason: part.words('Why it is left alone.'),
    until: described(text(/^\d{4}-\d\d-\d\d$/), 'The last day on which it counts, such as 2027-01-31.'),
    by: optional(part.words('Who decided it.')),
  });
  return mapOf({
    version: optional(part.version()),
    waivers: described(listOf(waiver), 'Findings that are left alone for a while.'),
  });
}

type Written = NonNullable<Salvaged<Infer<ReturnType<typeof waiversShape>>>['waivers']>[number];

/** Waivers, or everything that is wrong with the file. One that says no reason or no end is an error. */
export function readWaivers({
  file,
  text: written,
}: {
  readonly file: string;
  readonly text: string;
}): Read<readonly Waiver[]> {
  const { source, complaints: notYaml } = readYaml({ file, text: written });
  const shape = salvage(waiversShape(), { source, suggest: suggester() });
  const items = shape.value?.waivers ?? [];
  const rules = items.flatMap((item, index): readonly Complaint[] =>
    problemsOf(item).map(([key, remark]) => complain(source, ['waivers', index, ...key], remark)),
  );
  const complaints = arrange([...notYaml, ...shape.complaints, ...rules], file);
  if (complaints.some(isError)) return { ok: false, complaints };
  return { ok: true, value: items.flatMap(waiverOf), complaints };
}

function problemsOf(item: Written): readonly (readonly [Path, Remark])[] {
  if (item === undefined) return [];
  const { fingerprint, rule, path, until } = item;
  const problems: (readonly [Path, Remark])[] = [];
  if (fingerprint === undefined && rule === undefined)
    problems.push([[], { message: 'it names neither a fingerprint nor a rule' }]);
  const wrongGlob = path === undefined ? undefined : globProblem(path);
  if (wrongGlob) problems.push([['path'], { message: `"${path}" ${wrongGlob}` }]);
  if (until !== undefined && !isDay(until))
    problems.push([['until'], { message: `there is no day "${until}"` }]);
  return problems;
}

function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

function waiverOf(item: Written): readonly Waiver[] {
  if (item?.reason === undefined || item.until === undefined) return [];
  const { fingerprint = null, rule, path = null, reason, until, by = null } = item;
  return [{ fingerprint, rule: rule?.toUpperCase() ?? null, path, reason, until, by }];
}
