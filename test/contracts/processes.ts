// What everybody who starts programs relies on, whether there is a sandbox or not.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Processes, Program } from '../../src/ports/processes.ts';
import type { Clock } from '../../src/ports/surroundings.ts';
import { handClock, makePlace, type Place, processesWith, until } from './processes-place.ts';

export type OpenProcesses = (
  place: Place,
  more?: { readonly clock?: Clock; readonly inherited?: Readonly<Record<string, string>> },
) => Promise<Processes>;

const shell = (script: string): Program['argv'] => ['sh', '-c', script];

let place: Place;

export function itHonoursTheProcessesContract(open: OpenProcesses): void {
  beforeEach(async () => {
    place = await makePlace();
  });
  afterEach(() => place.remove());
  startsPrograms(open);
  talksWithPrograms(open);
  startsThemAlone(open);
  keepsOutput(open);
  leavesNothingBehind(open);
  watchesPrograms(open);
}

function startsPrograms(open: OpenProcesses): void {
  test('a program gets its words as they are, its input by a pipe, and its output and exit code come back', async () => {
    const processes = await open(place);
    const words = ['$(id)', '`id`', '; id', '*', '"', "'", '\n'];
    const argv: Program['argv'] = [
      'sh',
      '-c',
      'cat; printf "<%s>" "$@"; echo bad >&2; exit 7',
      'sh',
      ...words,
    ];
    const end = await processes.run(place.program(argv, { stdin: 'a prompt\n' }));
    expect(end.how).toEqual({ kind: 'exited', code: 7 });
    expect(end.stdout).toBe(`a prompt\n${words.map((word) => `<${word}>`).join('')}`);
    expect(end.stderr).toBe('bad\n');
    expect(readFileSync(join(place.folder, 'stdout'), 'utf8')).toBe(end.stdout);
    expect(readFileSync(join(place.folder, 'stderr'), 'utf8')).toBe('bad\n');
  });

  test('input and output can be opened again by name, and bash does not take us for a remote login', async () => {
    const processes = await open(place);
    await writeFile(join(place.home, '.bashrc'), 'echo read the settings of a person\n');
    const script = 'cat /dev/stdin; echo out > /dev/stdout; echo err > /dev/stderr; bash -c "echo bash"';
    const end = await processes.run(place.program(shell(script), { stdin: 'in\n' }));
    expect([end.stdout, end.stderr]).toEqual(['in\nout\nbash\n', 'err\n']);
  });
}

function talksWithPrograms(open: OpenProcesses): void {
  test('one can talk with a program: what it says arrives while it runs, whole characters at a time', async () => {
    const processes = await open(place);
    const heard: string[] = [];
    const script =
      'read -r first; echo "got $first"; read -r second; printf "\\303"; printf "\\274 %s" "$second"; cat';
    const end = await processes.run(
      place.program(shell(script), {
        stdin: 'one\n',
        talk: (voice) => (piece) => {
          heard.push(piece);
          if (piece === 'got one\n') voice.say('two\n');
          if (heard.join('').endsWith('two')) voice.close();
        },
      }),
    );
    expect(end.how).toEqual({ kind: 'exited', code: 0 });
    expect(heard.join('')).toBe('got one\nü two');
    expect(end.stdout).toBe('got one\nü two');
    expect(heard.filter((piece) => piece.includes('\uFFFD'))).toEqual([]);
  });

  test('one can only listen to a program: it gets its whole input, then the end of it', async () => {
    const processes = await open(place);
    const heard: string[] = [];
    const stdin = 'x'.repeat(300_000);
    const end = await processes.run(
      place.program(shell('wc -c'), {
        stdin,
        talk: (voice) => {
          voice.close();
          return (piece) => void heard.push(piece);
        },
      }),
    );
    expect(end.how).toEqual({ kind: 'exited', code: 0 });
    expect(heard.join('').trim()).toBe('300000');
  });
}

function startsThemAlone(open: OpenProcesses): void {
  test('EPIC-12 nothing of the environment is inherited but what the allowlist names', async () => {
    const inherited = {
      PATH: `relative:${process.env['PATH']}`,
      LC_ALL: 'C',
      API_KEY: 'secret',
      LD_PRELOAD: '',
    };
    const processes = await open(place, { inherited });
    const end = await processes.run(place.program(shell('env'), { env: { GIVEN: 'yes' } }));
    expect(end.stdout).not.toContain('secret');
    expect(end.stdout).not.toContain('relative');
    const names = end.stdout
      .split('\n')
      .flatMap((line) => (line.includes('=') ? [String(line.split('=')[0])] : []));
    // The shell's own, and the mark by which programs without a sandbox are ended.
    const own = ['_', 'SHLVL', 'OLDPWD', 'INVOCATION_ID'];
    const expected = ['GIVEN', 'HOME', 'LC_ALL', 'PATH', 'PWD', 'SHELL', 'TERM', 'TMPDIR'];
    expect(names.filter((name) => !own.includes(name)).sort()).toEqual(expected);
  });

  test('what cannot be started is said, not thrown', async () => {
    const processes = await open(place);
    const say = async (argv: Program['argv'], more: Partial<Program> = {}) =>
      (await processes.run(place.program(argv, more))).how;
    await writeFile(join(place.workspace, 'text'), 'no program');
    const attempts = [
      await say(['no-such-program']),
      await say(['./text']),
      await say(['true'], { cwd: join(place.root, 'nowhere') }),
      await say(['echo', 'a\0b']),
      await say(['true'], { folder: join(place.root, 'nowhere') }),
    ];
    expect(attempts.map((how) => how.kind)).toEqual(attempts.map(() => 'unstartable'));
  });
}

function keepsOutput(open: OpenProcesses): void {
  test('the end of the output is always kept, the middle is left out, and the answer says so', async () => {
    const processes = await open(place);
    const script =
      'echo first; i=0; while [ $i -lt 3000 ]; do echo "line $i of the middle"; i=$((i+1)); done; echo last';
    const end = await processes.run(place.program(shell(script), { outputCap: 1000 }));
    expect(end.truncated).toBe(true);
    expect(end.stdout.startsWith('first\n')).toBe(true);
    expect(end.stdout.endsWith('of the middle\nlast\n')).toBe(true);
    expect(end.stdout).toMatch(/\[… \d+ bytes omitted …\]/);
    expect(end.stdout.length).toBeLessThan(1100);
    expect(readFileSync(join(place.folder, 'stdout'), 'utf8')).toBe(end.stdout);
  });

  test('bytes that are no text are replaced', async () => {
    const end = await (await open(place)).run(place.program(shell("printf 'a\\377b'")));
    expect(end.stdout).toBe('a\uFFFDb');
  });

  test('a program that does not read a long prompt, or closes its output, harms nobody', async () => {
    const processes = await open(place);
    const deaf = await processes.run(place.program(['true'], { stdin: 'x'.repeat(1_000_000) }));
    const mute = await processes.run(place.program(shell('exec >&- 2>&-; exit 4')));
    expect([deaf.how, mute.how]).toEqual([
      { kind: 'exited', code: 0 },
      { kind: 'exited', code: 4 },
    ]);
  });
}

function leavesNothingBehind(open: OpenProcesses): void {
  const background = `
    sleep 1000 &
    setsid sleep 1000 &
    nohup sleep 1000 > log 2>&1 &
    (setsid sh -c 'sleep 1000 & sleep 1000' > log2 2>&1 &)
    (sleep 1000 > log3 2>&1 &)`;

  test('RECOVER-02 when a program has ended, nothing it started is alive: new sessions and double forks included', async () => {
    const processes = await open(place);
    const mark = randomUUID();
    const end = await processes.run(
      place.program(shell(`${background}\necho started`), { env: { MARK: mark } }),
    );
    expect([end.how, end.stdout]).toEqual([{ kind: 'exited', code: 0 }, 'started\n']);
    expect(processesWith(mark)).toEqual([]);
    expect(readdirSync(place.folder).filter((name) => /^(?:pid|tmp)/.test(name))).toEqual([]);
  });

  test.each(['timeout', 'stall', 'cancelled'] as const)(
    'RECOVER-02 a program that has to end (%s) ends with everything it started',
    async (kind) => {
      const clock = handClock();
      const processes = await open(place, { clock });
      const mark = randomUUID();
      const stop = new AbortController();
      const program = place.program(shell(`${background}\necho started; sleep 1000`), {
        env: { MARK: mark },
        timeout: 60_000,
        stall: 20_000,
      });
      const running = processes.run(program, stop.signal);
      const said = join(place.folder, 'stdout');
      await until(() => existsSync(said) && readFileSync(said, 'utf8') === 'started\n');
      // What was started in the background may still be on its way to its own process.
      await until(() => processesWith(mark).length > 5);
      if (kind === 'cancelled') stop.abort();
      else clock.advance(kind === 'timeout' ? 60_000 : 20_000);
      const end = await running;
      expect([end.how, end.stdout]).toEqual([{ kind }, 'started\n']);
      expect(processesWith(mark)).toEqual([]);
    },
  );
}

function watchesPrograms(open: OpenProcesses): void {
  test('what is heard puts the stall off, and a run that was cancelled before is never started', async () => {
    const clock = handClock();
    const processes = await open(place, { clock });
    const heard = join(place.workspace, 'go');
    const script = 'echo one; while [ ! -e go ]; do :; done; echo two; while [ ! -e end ]; do :; done';
    const running = processes.run(place.program(shell(script), { timeout: 1_000_000, stall: 100 }));
    const said = join(place.folder, 'stdout');
    await until(() => existsSync(said) && readFileSync(said, 'utf8') === 'one\n');
    clock.advance(99);
    await writeFile(heard, '');
    await until(() => readFileSync(said, 'utf8') === 'one\ntwo\n');
    clock.advance(99);
    await writeFile(join(place.workspace, 'end'), '');
    expect((await running).how).toEqual({ kind: 'exited', code: 0 });
    const never = await processes.run(place.program(shell('echo x > made')), AbortSignal.abort());
    expect([never.how, existsSync(join(place.workspace, 'made'))]).toEqual([{ kind: 'cancelled' }, false]);
  });

  test('many programs at once do not mix their words', async () => {
    const processes = await open(place);
    const numbers = Array.from({ length: 12 }, (_, index) => `number ${index}`);
    const ends = await Promise.all(numbers.map((stdin) => processes.run(place.program(['cat'], { stdin }))));
    expect(ends.map((end) => end.stdout)).toEqual(numbers);
  });
}
