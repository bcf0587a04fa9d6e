import type { ChangeContent, GoldenComment, LabelledChange } from '../model/labelled-change.ts';
import { severities } from '../model/severity.ts';
import { arrange, type Complaint, complain, isError, type Path, type Read } from './complaint.ts';
import { suggester } from './suggest.ts';
import { salvage, type Salvaged } from './salvage.ts';
import * as part from './shape-parts.ts';
import { described, type Infer, listOf, mapOf, optional, recordOf, text, whole } from './shape.ts';
import { readYaml } from './yaml-source.ts';

const COMMIT = /^[0-9a-f]{7,64}$/;

/** What may stand in a labelled change. */
function changeShape() {
  const comment = mapOf({
    file: optional(part.words('The file it is about; without one only words are compared.')),
    line: optional(described(whole(1, 10_000_000), 'Its line after the change.')),
    endLine: optional(described(whole(1, 10_000_000), 'The last line, where it is about several.')),
    severity: part.choice(severities, 'How bad it is.'),
    text: part.words('What a good review says.'),
    words: optional(part.list('One of these has to stand in the finding.')),
  });
  return mapOf({
    version: optional(part.version()),
    id: described(text(/^[A-Za-z0-9][\w.-]{0,79}$/), 'Its name.'),
    title: part.words('What it is, in a line.'),
    purpose: optional(described(text(), 'What the change is meant to do.')),
    source: optional(part.words('Where it is from.')),
    base: optional(described(recordOf(text()), 'Texts by path, before the change.')),
    head: optional(described(recordOf(text()), 'What the change writes, by path.')),
    removes: optional(part.list('Paths that the change removes.')),
    commits: optional(
      described(
        mapOf({
          repository: part.words('A repository here; looked up from this file.'),
          base: described(text(COMMIT), 'The commit before the change.'),
          head: described(text(COMMIT), 'The commit after it.'),
        }),
        'The change as commits, instead of texts.',
      ),
    ),
    comments: described(listOf(comment), 'What a good review says; empty for a clean change.'),
  });
}

type Written = Salvaged<Infer<ReturnType<typeof changeShape>>>;

/** A labelled change, or everything that is wrong with the file. */
export function readLabelledChange(input: {
  readonly file: string;
  readonly text: string;
}): Read<LabelledChange> {
  const { file } = input;
  const { source, complaints: notYaml } = readYaml(input);
  const shape = salvage(changeShape(), { source, suggest: suggester() });
  const written: Written = shape.value ?? {};
  const rules = problemsOf(written).map(([path, message]) => complain(source, path, { message }));
  const complaints: readonly Complaint[] = arrange([...notYaml, ...shape.complaints, ...rules], file);
  if (complaints.some(isError)) return { ok: false, complaints };
  return { ok: true, value: changeOf(written), complaints };
}

function problemsOf({
  base,
  head,
  removes,
  commits,
  comments,
}: Written): readonly (readonly [Path, string])[] {
  const problems: (readonly [Path, string])[] = [];
  if (commits !== undefined && (base ?? head ?? removes) !== undefined)
    problems.push([['commits'], 'the change is given as commits and as texts: say one of them']);
  for (const path of [...Object.keys(base ?? {}), ...Object.keys(head ?? {})])
    if (!isInside(path)) problems.push([[], `${JSON.stringify(path)} is no path inside a repository`]);
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

function changeOf(written: Written): LabelledChange {
  const { id = '', title = '', purpose = null, source = null, comments = [] } = written;
  return { id, title, purpose, source, comments: comments.flatMap(commentOf), change: contentOf(written) };
}

function contentOf({ base, head, removes, commits }: Written): ChangeContent {
  if (commits?.repository !== undefined && commits.base !== undefined && commits.head !== undefined)
    return { kind: 'commits', repository: commits.repository, base: commits.base, head: commits.head };
  if (head === undefined && removes === undefined) return { kind: 'missing' };
  const gone = (removes ?? []).flatMap((path) => (path === undefined ? [] : [[path, null] as const]));
  return {
    kind: 'texts',
    base: texts(base ?? {}),
    head: { ...texts(head ?? {}), ...Object.fromEntries(gone) },
  };
}

function texts(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([path, each]) => (each === undefined ? [] : [[path, each]])),
  );
}

function commentOf(item: NonNullable<Written['comments']>[number]): readonly GoldenComment[] {
  if (item?.severity === undefined || item.text === undefined) return [];
  const { file = null, line = null, endLine = null, severity, words = [] } = item;
  const known = words.flatMap((word) => (word === undefined ? [] : [word]));
  return [{ file, line, endLine, severity, text: item.text, words: known }];
}
