import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import type { DiffView, TicketView, WireFinding } from '../../../src/serve/wire.ts';
import { type DiffFile, type DiffLine, readDiff } from '../diff.ts';
import { Empty, Findings, OneLine, Problem } from '../parts.tsx';
import { go, ticketHref, useRoute } from '../route.ts';
import { getJson, useFetched } from '../store.ts';
import { count, short } from '../words.ts';

/** So many lines are laid out at once; the rest is opened file by file. */
const OPEN_LINES = 1200;

/** What an attempt changed, or what changed from one attempt to another, with what was said about it beside it. */
export function TicketDiff({ view }: { readonly view: TicketView }): JSX.Element {
  const { query } = useRoute();
  const withCommit = view.attempts.filter(({ commit }) => commit !== null);
  const chosen =
    withCommit.find(({ attempt }) => String(attempt) === query.get('attempt')) ?? withCommit.at(-1);
  const against = withCommit.find(({ attempt }) => String(attempt) === query.get('against'));
  const { id } = view.row;
  const path = `tickets/${encodeURIComponent(id)}/diff?attempt=${chosen?.attempt ?? ''}${against === undefined ? '' : `&against=${against.attempt}`}`;
  const { value, problem } = useFetched(
    () => (chosen === undefined ? Promise.resolve(undefined) : getJson<DiffView>(path)),
    [path, chosen?.commit],
  );
  const files = useMemo(() => readDiff(value?.text ?? ''), [value?.text]);
  if (chosen === undefined) return <Empty>No attempt has a commit yet.</Empty>;
  if (value === undefined) return problem === '' ? <Empty>Reading…</Empty> : <Problem text={problem} />;
  const findings = chosen.runs.flatMap((run) => run.findings);
  const elsewhere = findings.filter((finding) => !files.some(({ path: file }) => file === finding.file));
  const choose = (name: string, value: string): void =>
    go(
      ticketHref(id, {
        tab: 'diff',
        attempt: String(chosen.attempt),
        against: against === undefined ? undefined : String(against.attempt),
        [name]: value === '' ? undefined : value,
      }),
    );
  return (
    <>
      <div class="tools">
        <label>
          Attempt{' '}
          <select
            value={String(chosen.attempt)}
            onChange={(event) => choose('attempt', event.currentTarget.value)}
          >
            {withCommit.map(({ attempt, commit }) => (
              <option key={attempt} value={String(attempt)}>
                {attempt} ({short(commit)})
              </option>
            ))}
          </select>
        </label>{' '}
        <label>
          compared with{' '}
          <select
            value={against === undefined ? '' : String(against.attempt)}
            onChange={(event) => choose('against', event.currentTarget.value)}
          >
            <option value="">the start of the ticket</option>
            {withCommit
              .filter(({ attempt }) => attempt !== chosen.attempt)
              .map(({ attempt }) => (
                <option key={attempt} value={String(attempt)}>
                  attempt {attempt}
                </option>
              ))}
          </select>
        </label>
        <span class="quiet">
          {count(files.length, 'file')}
          {value.cut && ' · not all of it is shown'}
        </span>
      </div>
      <Problem text={problem} />
      {files.length === 0 && <Empty>Nothing differs.</Empty>}
      {elsewhere.length > 0 && (
        <section aria-label="Findings outside this diff">
          <Findings findings={elsewhere} />
        </section>
      )}
      <Files files={files} findings={findings} />
    </>
  );
}

function Files({
  files,
  findings,
}: {
  readonly files: readonly DiffFile[];
  readonly findings: readonly WireFinding[];
}) {
  let laidOut = 0;
  return (
    <>
      {files.map((file) => {
        const own = findings.filter((finding) => finding.file === file.path);
        const isOpen = laidOut + file.lines.length <= OPEN_LINES;
        if (isOpen) laidOut += file.lines.length;
        return <File key={file.path} file={file} findings={own} isOpen={isOpen} />;
      })}
    </>
  );
}

type FileProps = {
  readonly file: DiffFile;
  readonly findings: readonly WireFinding[];
  readonly isOpen: boolean;
};

function File({ file, findings, isOpen }: FileProps): JSX.Element {
  const [open, setOpen] = useState(isOpen);
  const [most, setMost] = useState(OPEN_LINES);
  const shown = open ? file.lines.slice(0, most) : [];
  const lines = new Set(file.lines.map(({ after }) => after));
  const placed = (line: DiffLine): readonly WireFinding[] =>
    line.after === null ? [] : findings.filter((finding) => finding.line === line.after);
  const unplaced = findings.filter(({ line }) => !lines.has(line));
  return (
    <details class="file" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-stop>
        <code>{file.path}</code> <span class="added-count">+{file.added}</span>{' '}
        <span class="removed-count">−{file.removed}</span>{' '}
        {file.how !== 'changed' && <span class="quiet">{file.how}</span>}
        {findings.length > 0 && ' '}
        {findings.length > 0 && <span class="badge">{count(findings.length, 'finding')}</span>}
      </summary>
      <Findings findings={unplaced} />
      <div class="code" role="region" aria-label={`Changes of ${file.path}`} tabIndex={0}>
        {shown.map((line, nth) => (
          <Line key={nth} line={line} findings={placed(line)} />
        ))}
      </div>
      {open && file.lines.length > most && (
        <button type="button" onClick={() => setMost(most + OPEN_LINES)}>
          Show more of {(file.lines.length - most).toLocaleString('en')} lines
        </button>
      )}
    </details>
  );
}

const marks: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', added: '+', removed: '−', note: ' ' };

function Line({
  line,
  findings,
}: {
  readonly line: DiffLine;
  readonly findings: readonly WireFinding[];
}): JSX.Element {
  return (
    <>
      <div class={`diff-line ${line.kind}`}>
        <span class="number">{line.before ?? ''}</span>
        <span class="number">{line.after ?? ''}</span>
        <span class="mark">{marks[line.kind]}</span>
        <span class="source">
          <OneLine text={line.text} />
        </span>
      </div>
      {findings.length > 0 && <Findings findings={findings} />}
    </>
  );
}
