import type { JSX } from 'preact';

import type { CostLine, CostView } from '../../../src/serve/wire-tables.ts';
import { Empty, Problem, Share, Table, TicketLink } from '../parts.tsx';
import { epicAsked } from '../route.ts';
import { apiPath, getJson, useBeat, useFetched } from '../store.ts';
import { clockTime, count, money, percent, tokens } from '../words.ts';

/** What agents have used, against what they may, by who and for what. */
export function Cost(): JSX.Element {
  const beat = useBeat();
  const { value, problem } = useFetched(() => getJson<CostView>('cost'), [beat]);
  if (value === undefined) return problem === '' ? <Empty>Reading…</Empty> : <Problem text={problem} />;
  const { total, budget, left, reserved, running, rework, by, more, burn } = value;
  const inTokens = total.usd === 0;
  const say = (usd: number, many: number): string => (inTokens ? `${tokens(many)} tokens` : money(usd));
  return (
    <>
      <Problem text={problem} />
      <div class="page-head">
        <h1>Cost</h1>
        <p>
          <a href={apiPath('cost.csv')} download={`${epicAsked() ?? 'gauntlet'}-cost.csv`}>
            as CSV
          </a>
        </p>
      </div>
      <dl class="figures">
        <Figure
          name="spent"
          value={say(total.usd, total.tokens)}
          note={`${count(total.runs, 'run')}, ${tokens(total.tokens)} tokens`}
        />
        <Figure
          name="budget"
          value={
            budget.usd === null
              ? budget.tokens === null
                ? 'none'
                : `${tokens(budget.tokens)} tokens`
              : money(budget.usd)
          }
          note={left.usd === null ? '' : `${money(Math.max(0, left.usd))} left`}
        />
        <Figure
          name="set aside"
          value={say(reserved.usd, reserved.tokens)}
          note={`${count(running, 'run')} running`}
        />
        <Figure
          name="rework"
          value={say(rework.usd, rework.tokens)}
          note={`${percent(shareOf(rework, total, inTokens))} of all`}
        />
      </dl>
      {total.estimatedUsd > 0 && (
        <p class="quiet">{money(total.estimatedUsd)} of it estimated: the agent did not report its usage.</p>
      )}
      {total.silent > 0 && <p class="quiet">{count(total.silent, 'run')} of unknown cost.</p>}
      <Burn burn={burn} budget={inTokens ? budget.tokens : budget.usd} inTokens={inTokens} />
      <Lines caption="By role" lines={by.role} more={more.role} total={total} />
      <Lines caption="By model" lines={by.model} more={more.model} total={total} />
      <Lines caption="By stage" lines={by.stage} more={more.stage} total={total} />
      <Lines
        caption="By ticket, most expensive first"
        lines={by.ticket}
        more={more.ticket}
        total={total}
        isTicket
      />
    </>
  );
}

type Amount = { readonly usd: number; readonly tokens: number };

function shareOf(part: Amount, whole: Amount, inTokens: boolean): number {
  const [a, b] = inTokens ? [part.tokens, whole.tokens] : [part.usd, whole.usd];
  return b === 0 ? 0 : a / b;
}

function Figure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span class="quiet">{note}</span>
      </dd>
    </div>
  );
}

const MOST_LINES = 50;

type LinesProps = {
  readonly caption: string;
  readonly lines: readonly CostLine[];
  readonly more: number;
  readonly total: CostLine;
  readonly isTicket?: boolean;
};

function Lines({ caption, lines, more, total, isTicket = false }: LinesProps): JSX.Element | null {
  if (lines.length === 0) return null;
  const inTokens = total.usd === 0;
  return (
    <Table
      caption={caption}
      heads={['what', 'runs', 'tokens in', 'tokens out', 'tokens', 'dollars', 'share']}
      leftOut={more + lines.length - MOST_LINES}
      rows={lines.slice(0, MOST_LINES).map((line) => [
        isTicket ? <TicketLink id={line.name} /> : line.name,
        line.runs,
        line.tokensIn === null ? '—' : tokens(line.tokensIn),
        line.tokensOut === null ? '—' : tokens(line.tokensOut),
        tokens(line.tokens),
        line.silent === line.runs && line.usd === 0 ? 'unknown' : money(line.usd),
        <>
          <Share ratio={shareOf(line, total, inTokens)} label={percent(shareOf(line, total, inTokens))} />{' '}
          {percent(shareOf(line, total, inTokens))}
        </>,
      ])}
    />
  );
}

const CHART = { width: 720, height: 160, left: 56, bottom: 20 };

type BurnProps = {
  readonly burn: CostView['burn'];
  readonly budget: number | null;
  readonly inTokens: boolean;
};

/** What was spent by when, and where the budget ends. */
function Burn({ burn, budget, inTokens }: BurnProps): JSX.Element | null {
  const [first, last] = [burn[0], burn.at(-1)];
  if (first === undefined || last === undefined || burn.length < 2) return null;
  const of = (point: Amount): number => (inTokens ? point.tokens : point.usd);
  const most = Math.max(of(last), budget !== null && budget < of(last) * 3 ? budget : 0) * 1.08;
  const x = (at: number): number =>
    CHART.left + ((at - first.at) / Math.max(1, last.at - first.at)) * (CHART.width - CHART.left - 8);
  const y = (amount: number): number => (CHART.height - CHART.bottom) * (1 - amount / most) + 4;
  const line = burn.map((point) => `${x(point.at).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('L');
  const say = (amount: number): string => (inTokens ? tokens(Math.round(amount)) : money(amount));
  return (
    <figure>
      <figcaption>
        Spent over time{budget !== null && budget <= most ? '; the dashed line is the budget' : ''}
      </figcaption>
      <svg
        class="burn"
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        role="img"
        aria-label={`From ${say(of(first))} to ${say(of(last))}`}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line class="grid" x1={CHART.left} x2={CHART.width} y1={y(most * part)} y2={y(most * part)} />
            <text x={CHART.left - 6} y={y(most * part) + 4} text-anchor="end">
              {say(most * part)}
            </text>
          </g>
        ))}
        {budget !== null && budget <= most && (
          <line class="budget" x1={CHART.left} x2={CHART.width} y1={y(budget)} y2={y(budget)} />
        )}
        <path class="area" d={`M${x(first.at)} ${y(0)}L${line}L${x(last.at)} ${y(0)}Z`} />
        <path class="curve" d={`M${line}`} />
        <text x={CHART.left} y={CHART.height - 2}>
          {clockTime(first.at)}
        </text>
        <text x={CHART.width} y={CHART.height - 2} text-anchor="end">
          {clockTime(last.at)}
        </text>
      </svg>
    </figure>
  );
}
