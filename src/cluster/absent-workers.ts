import { GauntletError } from '../model/error.ts';
import type { Statements } from './postgres.ts';
import type { WantedWork } from './queues.ts';

type Asked = Omit<WantedWork, 'kind'> & { readonly epic: string };

/** Says once that work waits and nobody is there who could take it, and again when that comes back. */
export function absenceNoter(
  postgres: Statements,
  asked: Asked,
  note: (error: unknown) => void,
): () => Promise<void> {
  let wasServed = true;
  return async () => {
    const { rows } = await postgres.query<{ waiting: number; served: boolean }>(
      `SELECT (SELECT count(*) FROM gauntlet.work WHERE epic = $1 AND state = 'waiting') AS waiting,
              EXISTS (SELECT 1 FROM gauntlet.workers
                       WHERE version = $2 AND NOT leaving AND ($3::text IS NULL OR $3 = ANY (labels))
                         AND ($4 = 'verified' OR enforcement = 'enforced')
                         AND seen >= clock_timestamp() - lease * interval '1 millisecond') AS served`,
      [asked.epic, asked.version, asked.label, asked.enforcement],
    );
    const [found] = rows;
    const isServed = found === undefined || found.waiting === 0 || found.served;
    if (!isServed && wasServed) note(absent(asked));
    wasServed = isServed;
  };
}

function absent({ version, label, enforcement }: Asked): GauntletError {
  const marks = [
    `release ${version}`,
    ...(label === null ? [] : [`label ${label}`]),
    ...(enforcement === 'enforced' ? ['with a sandbox for its agents'] : []),
  ];
  return new GauntletError(
    'ENVIRONMENT_UNFIT',
    `work is waiting, but no connected worker can take it (${marks.join(', ')})`,
    {
      hint: 'List workers: gauntlet workers. Start one: gauntlet worker.',
    },
  );
}
