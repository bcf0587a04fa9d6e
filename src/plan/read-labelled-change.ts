import type { ChangeContent, LabelledChange } from '../model/calibration.ts';
import { severities } from '../model/severity.ts';
import { normal } from '../schema/normal.ts';
import { choice, count, list, map, prose, texts, version, words } from '../schema/parts.ts';
import { salvage } from '../schema/salvage.ts';
import {
  described,
  type InferOf,
  listOf,
  mapOf,
  once,
  optional,
  or,
  recordOf,
  type Salvaged,
  text,
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
} from '../schema/complaint.ts';
import { readYaml } from '../schema/yaml-source.ts';

/** What may stand in a labelled change. */
const changeShape = once(() => {
  const commit = text({ pattern: /^[0-9a-f]{7,64}$/ });
  const comment = mapOf({
    file: or(null, words('File of the finding; without it, only the text is compared.')),
    line: or(null, count('Its line after the change.', 1, 10_000_000)),
    endLine: or(null, count('Last line, if the finding spans several lines.', 1, 10_000_000)),
    severity: choice(severities, 'Severity of the finding.'),
    text: words('Text of the expected finding.'),
    words: texts('The finding must contain one of these.'),
  });
  return mapOf({
    version: optional(version()),
    id: described('Its name.', text({ pattern: /^[A-Za-z0-9][\w.-]{0,79}$/ })),
    title: words('One-line description of the change.'),
    purpose: or(null, prose('What the change is meant to do.')),
    source: or(null, words('Source of the change.')),
    base: or({}, described('Contents of the files before the change, by path.', recordOf(text()))),
    head: optional(described('Contents of the files after the change, by path.', recordOf(text()))),
    removes: optional(list('Paths that the change removes.')),
    commits: optional(
      map('The change given as commits instead of file contents.', {
        repository: words('Path of a local repository, relative to this file.'),
        base: described('The commit before the change.', commit),
        head: described('The commit after it.', commit),
      }),
    ),
    comments: described('Findings that a good review reports; empty for a clean change.', listOf(comment)),
  });
});

type Written = Salvaged<WrittenOf<typeof changeShape>>;

/** A labelled change, or everything that is wrong with the file. */
export function readLabelledChange(input: {
  readonly file: string;
  readonly text: string;
}): Read<LabelledChange> {
  const { file } = input;
  const { source, complaints: notYaml } = readYaml(input);
  const shape = salvage(changeShape(), source.value);
  const written: Written = shape.value ?? {};
  const rules = problemsOf(written).map(([path, message]) => complain(source, path, { message }));
  const complaints: readonly Complaint[] = arrange(
    [...notYaml, ...complaintsOf(source, shape.problems), ...rules],
    file,
  );
  if (complaints.some(isError)) return { ok: false, complaints };
  return { ok: true, value: changeOf(normal(changeShape(), written)), complaints };
}

function problemsOf({
  base,
  head,
  removes,
  commits,
  comments,
}: Written): readonly (readonly [Path, string])[] {
  const problems: (readonly [Path, string])[] = [];
  if ((commits ?? head ?? removes) === undefined)
    problems.push([[], 'it has no change to review: add head, removes or commits']);
  if (commits !== undefined && (base ?? head ?? removes) !== undefined)
    problems.push([['commits'], 'the change is given both as commits and as file contents: give only one']);
  for (const path of [...Object.keys(base ?? {}), ...Object.keys(head ?? {})])
    if (!isInside(path)) problems.push([[], `${JSON.stringify(path)} is not a path inside a repository`]);
  for (const [index, comment] of (comments ?? []).entries())
    if (comment?.line !== undefined && comment.file === undefined)
      problems.push([['comments', index, 'line'], 'a line needs the file it is in']);
  return problems;
}

function isInside(path: string): boolean {
  const parts = path.split('/');
  return (
    !path.includes('\\') &&
    parts.every((each) => !['', '.', '..'].includes(each)) &&
    !/^\.git$/i.test(parts[0] ?? '')
  );
}

type Change = InferOf<typeof changeShape>;

function changeOf(change: Change): LabelledChange {
  const { id, title, purpose, source, comments } = change;
  return { id, title, purpose, source, comments, change: contentOf(change) };
}

function contentOf({ base, head, removes = [], commits }: Change): ChangeContent {
  if (commits !== undefined) return { kind: 'commits', ...commits };
  const gone = removes.map((path) => [path, null] as const);
  return { kind: 'texts', base, head: { ...head, ...Object.fromEntries(gone) } };
}
