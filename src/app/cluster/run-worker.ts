import { errorMessage } from '../../model/error.ts';
import { desksOf, type Kind, migrate, openBoss, openWorker, openPostgres } from '../../cluster/index.ts';
import { redact } from '../../detect/index.ts';
import { openProcesses } from '../../process/index.ts';
import type { Call } from '../../project/call.ts';
import { type Answer, answer } from '../../project/answer.ts';
import { toolVersion } from '../../project/tool-version.ts';
import { openWorkerHost } from './worker-host.ts';
import { takePlace } from './worker-place.ts';

export type WorkerOptions = {
  readonly url: string;
  readonly kinds: readonly Kind[];
  readonly labels: readonly string[];
  readonly capacity: number;
  readonly state: string | undefined;
  readonly files: string | undefined;
  readonly workerLeaseMs: number;
  readonly host: string;
};

const DAY_MS = 24 * 3600 * 1000;

/** Works until it is told to leave. */
export async function runWorker(call: Call, options: WorkerOptions): Promise<Answer> {
  const say = (text: string): void => call.io.say(text);
  const place = takePlace(call.io, options.state);
  let pruning: NodeJS.Timeout | undefined;
  try {
    const processes = await openProcesses({
      stateFolder: place.folder,
      discreet: redact,
    });
    const { enforcement, because } = processes;
    await processes.reap(place.runFolders());
    // What cannot be removed is in nobody's way.
    const prune = (what: 'runs' | 'all'): Promise<void> => place.prune(what).catch(() => undefined);
    await prune('all');
    pruning = setInterval(() => void prune('runs'), DAY_MS);
    if (enforcement === 'verified') say(`note: agents are monitored, not sandboxed: ${because}`);
    return await work(call, options, { place, enforcement, say });
  } finally {
    clearInterval(pruning);
    place.release();
  }
}

type Here = {
  readonly place: ReturnType<typeof takePlace>;
  readonly enforcement: 'enforced' | 'verified';
  readonly say: (text: string) => void;
};

async function work(call: Call, options: WorkerOptions, { place, enforcement, say }: Here): Promise<Answer> {
  const postgres = await openPostgres(options.url);
  const credentials = credentialFiles(options.url, call.io.env);
  const problem = (error: unknown): void => say(`worker: ${errorMessage(error)}`);
  const at = {
    io: call.io,
    place,
    postgres,
    url: options.url,
    kinds: options.kinds,
    files: options.files,
    credentials,
  };
  const desks = desksOf((work) => openWorkerHost(at, work));
  try {
    await migrate(postgres);
    const boss = await openBoss(postgres, options.url);
    const version = await toolVersion();
    const worker = await openWorker({
      ...options,
      postgres,
      boss,
      version,
      enforcement,
      carryOut: (work, cancel) => desks.carryOut(work, cancel),
      onTaken: ({ epic, run }) => say(`took run ${run} of ${epic}`),
      onEnded: ({ epic, run }, how, error) =>
        say(`run ${run} of ${epic}: ${how}${error instanceof Error ? `: ${error.message}` : ''}`),
      onProblem: problem,
    });
    say(
      `worker ${worker.id.slice(0, 8)} of release ${version}: ${options.kinds.join(', ')}; ${options.capacity} at a time`,
    );
    await untilToldToLeave(worker, say);
    await boss.close();
    return answer({ worker: worker.id }, []);
  } finally {
    await desks.close();
    await postgres.close();
  }
}

/** Files that a URL or the environment names for logging in to Postgres. */
function credentialFiles(url: string, env: Call['io']['env']): readonly string[] {
  const named = [...url.matchAll(/[?&]ssl(?:key|cert)=([^&]+)/g)].map(([, path = '']) =>
    decodeURIComponent(path),
  );
  return [...named, env['PGPASSFILE'] ?? ''].filter((path) => path !== '');
}

/** Once: what is in hand is finished. Twice, or by SIGTERM after that: it is given back. */
async function untilToldToLeave(
  worker: Awaited<ReturnType<typeof openWorker>>,
  say: (text: string) => void,
): Promise<void> {
  await told();
  say(
    'stopping: the worker finishes its current work and takes no more. Ctrl-C again gives the work back at once.',
  );
  const finished = worker.drain();
  const again = told().then(() => worker.stop());
  await Promise.race([finished, again]);
}

function told(): Promise<void> {
  return new Promise((resolve) => {
    const leave = (): void => {
      process.off('SIGINT', leave);
      process.off('SIGTERM', leave);
      resolve();
    };
    process.on('SIGINT', leave);
    process.on('SIGTERM', leave);
  });
}
