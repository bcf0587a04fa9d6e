import { spawn } from 'node:child_process';

import { errorMessage } from '../../model/error.ts';
import { redact } from '../../detect/index.ts';
import { sanitize } from '../../formats/index.ts';
import type { Notification } from '../../model/config.ts';
import type { Event } from '../../model/events.ts';
import { eventWords } from '../../report/index.ts';

/** What is sent: one JSON object, on stdin of a command or as the body of a POST. */
type Notice = {
  readonly schemaVersion: 1;
  readonly epic: string;
  readonly type: string;
  readonly ticket: string | null;
  readonly at: number;
  readonly text: string;
  /** The command that answers it. */
  readonly decide: string | null;
  /** Where it can be answered in a browser; null where nobody has said where the dashboard is. */
  readonly link: string | null;
};

export type Notifier = {
  onEvents(events: readonly Event[]): void;
  /** Waits for what is on its way; nothing waits longer than one delivery may take. */
  close(): Promise<void>;
};

export type NotifierOptions = {
  readonly epic: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told of what could not be delivered: a run never ends, and never waits, because of it. */
  readonly note: (text: string) => void;
};

const LONGEST_MS = 10_000;

/** Tells people who are somewhere else that they are needed (off unless gauntlet.yaml has `notify`). */
export function openNotifier(notify: readonly Notification[], options: NotifierOptions): Notifier {
  const open = new Set<Promise<void>>();
  const send = (to: Notification, notice: Notice): void => {
    const sent = deliver(to, JSON.stringify(notice), options)
      .catch((error: unknown) => options.note(`no notification sent about ${notice.type}: ${because(error)}`))
      .finally(() => open.delete(sent));
    open.add(sent);
  };
  return {
    onEvents(events) {
      if (notify.length === 0) return;
      for (const event of events)
        for (const to of notify) if (isWanted(to, event)) send(to, noticeOf(event, options));
    },
    close: async () => {
      await Promise.all(open);
    },
  };
}

/** Whoever names no events is told when a person is needed, and how the run ended. */
function isWanted({ on }: Notification, event: Event): boolean {
  if (on.length > 0) return on.includes(event.type);
  if (event.type === 'ticket_blocked') return event.why === 'question';
  return event.type === 'ticket_escalated' || event.type === 'run_ended';
}

function noticeOf(event: Event, { epic, env }: NotifierOptions): Notice {
  const ticket = 'ticket' in event ? event.ticket : null;
  const isQuestion = event.type === 'ticket_escalated' || event.type === 'ticket_blocked';
  const words = redact(sanitize(eventWords(event), { singleLine: true, maxLength: 1000 }));
  return {
    schemaVersion: 1,
    epic,
    type: event.type,
    ticket,
    at: event.at,
    text: ticket === null ? `${epic}: ${words}` : `${epic} ${ticket}: ${words}`,
    decide: isQuestion ? `gauntlet decide ${ticket} --epic ${epic}` : null,
    link: isQuestion ? linkTo(env['GAUNTLET_DASHBOARD'], ticket ?? '') : null,
  };
}

/** Without the token of the dashboard: whoever follows it has to have that already. */
function linkTo(dashboard: string | undefined, ticket: string): string | null {
  if (dashboard === undefined || !URL.canParse(dashboard)) return null;
  const url = new URL(dashboard);
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/$/, '')}/decisions/${encodeURIComponent(ticket)}`;
  return url.href;
}

async function deliver({ run, url }: Notification, body: string, options: NotifierOptions): Promise<void> {
  if (run !== null) await start(run, body, options);
  if (url === null) return;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the webhook answered with HTTP status ${answer.status}`);
}

/** By argv, never by a shell: a text is one program without arguments. What was said arrives on stdin, as data. */
function start(
  run: NonNullable<Notification['run']>,
  body: string,
  { cwd, env }: NotifierOptions,
): Promise<void> {
  const [program = '', ...args] = typeof run === 'string' ? [run] : run;
  const { PATH, HOME, LANG } = env;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { PATH, HOME, LANG },
      stdio: ['pipe', 'ignore', 'ignore'],
      signal: AbortSignal.timeout(LONGEST_MS),
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`program exit code ${code}`))));
    // A program that does not want to hear it is no error of ours.
    child.stdin.on('error', () => undefined).end(body);
  });
}

function because(error: unknown): string {
  const text = errorMessage(error);
  return sanitize(text, { singleLine: true, maxLength: 200 });
}
