// One epic in a repository of its own, worked on by scripted agents through the built CLI: real git, real processes, the
// real store. What agents do is a playbook (playbook.ts), what they say stands in answers.ts.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { AssignmentEvent, Event, EventType } from '../../src/model/events.ts';
import { agentScript, gatesOf } from './playbook.ts';
import { type Ended, endOf, environmentIn, removeFolder } from './cli-place.ts';
import { clusterMode } from './cluster-mode.ts';
import { readCommand } from './read-command.ts';
import { sharedCli } from './shared-cli.ts';
import { openTold, type Told } from './told.ts';
import { epicId, filesOf, type World } from './world.ts';

export type { Ended } from './cli-place.ts';
export { epicId, plainEpic, type World } from './world.ts';

/** One agent that really started, as it told itself. */
export type Start = {
  readonly role: string;
  readonly auditor: string;
  readonly ticket: string;
  readonly attempt: number;
  readonly try: number;
  readonly round: number;
  readonly clarification: number;
  readonly token: string;
  readonly cwd: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds that whole runs may take on a machine that has much else to do. */
export const patience = 300_000;

export class EpicRun {
  readonly folder = mkdtempSync(join(tmpdir(), 'gauntlet-epic-'));
  /** The user's checkout. */
  readonly repository = join(this.folder, 'checkout');
  /** `.git/gauntlet/epics/<id>`. */
  readonly state = join(this.repository, '.git/gauntlet/epics', epicId);
  readonly #cli = sharedCli();
  readonly #told: Told;
  /** `npm run test:cluster`: the same tests, with a worker that does what the coordinator would do itself. */
  readonly #cluster = clusterMode();
  readonly #running = new Set<ChildProcess>();
  #last: Promise<Ended> | undefined;
  #events: readonly Event[] = [];

  constructor(world: World) {
    const agent = join(this.repository, '.agent');
    mkdirSync(agent, { recursive: true });
    mkdirSync(join(this.folder, 'home'));
    mkdirSync(join(this.folder, 'tmp'));
    const steps = world.playbook ?? [];
    writeFileSync(join(agent, 'agent.sh'), agentScript(steps));
    this.#told = openTold(agent, gatesOf(steps));
    this.write(filesOf(world));
    this.git('init', '--quiet', '--template=', '--initial-branch=main');
    // The agents' program is beside the work, where no branch can change it.
    this.write({ '.git/info/exclude': '.agent\n' });
    this.git('config', 'user.name', 'Tester');
    this.git('config', 'user.email', 'tester@example.invalid');
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message=The base');
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.repository, path)), { recursive: true });
      writeFileSync(join(this.repository, path), text);
    }
  }

  /** The user's own git, in the user's checkout. */
  git(...args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: join(this.folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', args, { cwd: this.repository, encoding: 'utf8', env }).trim();
  }

  /** What every command of this run finds in its environment beside the usual. */
  protected extraEnvironment(): Environment {
    return this.#cluster?.environment ?? {};
  }

  /** Starts a command of the CLI. */
  start(args: readonly string[], env: Environment = {}): { child: ChildProcess; ended: Promise<Ended> } {
    const words = this.#cluster?.before(this, args, env) ?? args;
    const child = spawn(process.execPath, [this.#cli, ...words], {
      cwd: this.repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environmentIn(this.folder), ...this.extraEnvironment(), ...env },
    });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    const ended = endOf(child);
    this.#last = ended;
    return { child, ended };
  }

  /** A command that only reads, in this process. */
  async ask(...args: readonly string[]): Promise<Ended> {
    const env = { ...environmentIn(this.folder), ...this.extraEnvironment() };
    const answer = await readCommand(args, { cwd: this.repository, env });
    return { ...answer, signal: null };
  }

  /** A command of the CLI, to its end. */
  async gauntlet(...args: readonly string[]): Promise<Ended> {
    return this.start(args).ended;
  }

  /** `gauntlet run epic.yaml --no-input` (or `resume`, …) and the events after it. */
  async run(...args: readonly string[]): Promise<Ended> {
    const [command = 'run', ...more] = args;
    const operands = command === 'run' ? ['epic.yaml'] : [];
    const ended = await this.gauntlet(command, ...operands, '--no-input', ...more);
    await this.look();
    return ended;
  }

  /** Answers what is open for a ticket and goes on. */
  async decide(ticket: string, ...answer: readonly string[]): Promise<Ended> {
    const decided = await this.gauntlet('decide', ticket, ...answer);
    if (decided.code !== 0) throw new Error(`decide ${ticket} ended with ${decided.code}: ${decided.stderr}`);
    return this.run('resume');
  }

  /** Reads the journal again; `run` does it by itself. */
  async look(): Promise<readonly Event[]> {
    // What was refused before it started has no journal.
    if (!existsSync(join(this.state, 'journal.db'))) return (this.#events = []);
    const { code, stdout, stderr } = await this.ask('events', '--json', epicId);
    if (code !== 0) throw new Error(`events ended with ${code}: ${stderr}`);
    const lines = stdout.split('\n').filter((line) => line !== '');
    this.#events = lines.map((line) => JSON.parse(line) as Event);
    return this.#events;
  }

  events(): readonly Event[] {
    return this.#events;
  }

  /** The events of one type about one ticket, in order. */
  of<T extends EventType>(ticket: string, type: T): readonly Extract<Event, { type: T }>[] {
    return this.#events.filter(
      (event): event is Extract<Event, { type: T }> =>
        event.type === type && 'ticket' in event && event.ticket === ticket,
    );
  }

  /** Types of the events about one ticket, in order. */
  story(ticket: string): readonly EventType[] {
    return this.#events.flatMap((event) =>
      'ticket' in event && event.ticket === ticket ? [event.type] : [],
    );
  }

  /** Tickets that landed, in order. */
  landed(): readonly string[] {
    return this.#events.flatMap((event) => (event.type === 'task_complete' ? [event.ticket] : []));
  }

  /** Assignments of a stage of one ticket, the oldest first. */
  runs(ticket: string, stage: AssignmentEvent['stage']): readonly AssignmentEvent[] {
    return this.#events.filter(
      (event): event is AssignmentEvent =>
        'reserved' in event && event.ticket === ticket && event.stage === stage,
    );
  }

  /** What one run left behind: `prompt`, `answer`, `validation`, `issued`, `workspace`, `delivered`, … */
  record(run: number, name: string): unknown {
    try {
      return JSON.parse(readFileSync(join(this.state, 'runs', String(run), `${name}.json`), 'utf8'));
    } catch {
      return undefined;
    }
  }

  /** What the agents of a stage were told, the oldest first. */
  prompts(ticket: string, stage: AssignmentEvent['stage']): readonly string[] {
    return this.runs(ticket, stage).map(({ run }) => String(this.record(run, 'prompt')));
  }

  /** Every agent that started, in order, whatever the coordinator believes. */
  async starts(): Promise<readonly Start[]> {
    const lines = await this.#told.lines();
    return lines.filter((line) => line.startsWith('start|')).map(startOf);
  }

  /** Resolves once a line that holds `text` was told: `held <gate>`, `start|developer/|A|`. */
  async until(text: string): Promise<void> {
    const ended = this.#last?.then(async ({ code, stderr }) => {
      const lines = await this.#told.lines();
      if (lines.some((line) => line.includes(text))) return;
      throw new Error(`nobody told "${text}" before the command ended with ${code}: ${stderr}`);
    });
    await Promise.race([this.#told.until(text), ended]);
  }

  /** Resolves once such an event is in the journal of a run that is on. */
  async untilEvent(type: EventType, ticket?: string): Promise<void> {
    const watched = this.#last;
    const { child, ended } = this.start(['events', '--json', '--follow', epicId]);
    // Whoever waits for what agents tell afterwards waits for the run, not for who follows it.
    this.#last = watched;
    let text = '';
    const isThere = (): boolean =>
      text
        .split('\n')
        .some(
          (line) =>
            line.includes(`"type":"${type}"`) &&
            (ticket === undefined || line.includes(`"ticket":"${ticket}"`)),
        );
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (more: string) => {
        text += more;
        if (isThere()) resolve();
      });
      child.once('close', () =>
        isThere() ? resolve() : reject(new Error(`no ${type} of ${ticket}: ${text}`)),
      );
    });
    child.kill();
    await ended;
  }

  /** Until nobody is left who works for this run beside its commands; on one machine nobody ever is. */
  async left(): Promise<void> {
    await this.#cluster?.leave();
  }

  letGo(gate: string): void {
    this.#told.letGo(gate);
  }

  /** Also ends what a test that failed has left running. */
  remove(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    this.#told.close();
    removeFolder(this.folder);
  }
}

function startOf(line: string): Start {
  const [, who = '', ticket = '', attempt, tries, round, clarification, token = '', cwd = ''] =
    line.split('|');
  const [role = '', auditor = ''] = who.split('/');
  return {
    role,
    auditor,
    ticket,
    attempt: Number(attempt),
    try: Number(tries),
    round: Number(round),
    clarification: Number(clarification),
    token,
    cwd,
  };
}
