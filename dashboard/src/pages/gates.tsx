import type { JSX } from 'preact';

import type { GateLine, GatesView } from '../../../src/serve/wire-tables.ts';
import { Empty, Problem, Share, Table } from '../parts.tsx';
import { getJson, useBeat, useFetched } from '../store.ts';
import { brief, percent } from '../words.ts';

/** How often each gate passes, how long it takes, and how often what a rule says is taken back. */
export function Gates(): JSX.Element {
  const beat = useBeat();
  const { value, problem } = useFetched(() => getJson<GatesView>('gates'), [beat]);
  if (value === undefined) return problem === '' ? <Empty>Reading…</Empty> : <Problem text={problem} />;
  const { stages, checks, rules, critics } = value;
  return (
    <>
      <Problem text={problem} />
      <div class="page-head">
        <h1>Gates</h1>
      </div>
      {stages.length === 0 && <Empty>No gate has run yet.</Empty>}
      <Lines caption="Stages" lines={stages} />
      <Lines caption="Checks" lines={checks} />
      {rules.length > 0 && (
        <Table
          caption="Rules and dimensions"
          heads={['rule', 'findings', 'tickets', 'not counted', 'dismissed by people', 'taken back']}
          leftOut={rules.length - 200}
          rows={rules.slice(0, 200).map(({ rule, said, tickets, setAside, dismissed, takenBack }) => {
            const noise = said === 0 ? 0 : takenBack / said;
            return [
              <code>{rule}</code>,
              said,
              tickets,
              setAside,
              dismissed,
              <>
                <Share ratio={noise} label={percent(noise)} /> {percent(noise)}
              </>,
            ];
          })}
        />
      )}
      {critics.length > 0 && (
        <section aria-label="Critics">
          <h2>Critic reliability</h2>
          <ul>
            {critics.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Lines({ caption, lines }: { readonly caption: string; readonly lines: readonly GateLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Table
      caption={caption}
      heads={['gate', 'runs', 'pass rate', 'failed', 'could not run', 'flaky', 'median', 'slowest']}
      rows={lines.map((line) => {
        const rate = line.runs === 0 ? 0 : line.passed / line.runs;
        return [
          line.name,
          line.runs,
          <>
            <Share ratio={rate} label={percent(rate)} /> {percent(rate)}
          </>,
          line.failed,
          line.broken,
          line.flaky === 0 ? 0 : `${line.flaky} (${percent(line.flaky / line.runs)})`,
          line.medianMs === null ? '—' : brief(line.medianMs),
          line.slowestMs === null ? '—' : brief(line.slowestMs),
        ];
      })}
    />
  );
}
