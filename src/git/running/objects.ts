import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Socket } from 'node:net';

import { GauntletError } from '../../model/error.ts';
import { environment, settings } from './git.ts';
import type { Layout } from '../layout.ts';
import { serial } from '../serial.ts';

export type ObjectInfo = { readonly id: string; readonly type: string; readonly size: number };

/** Objects of the hub, read through one long-lived `cat-file`; a dead one is replaced at the next question. */
export type Objects = {
  info(id: string): Promise<ObjectInfo | undefined>;
  read(id: string): Promise<Buffer | undefined>;
  close(): void;
};

export function readObjects(layout: Layout): Objects {
  const oneAtATime = serial();
  let conversation: Conversation | undefined;
  const ask = (question: string, withBody: boolean): Promise<Answer | undefined> =>
    oneAtATime(async () => {
      for (let attempt = 0; attempt < 2; attempt++) {
        conversation ??= converse(layout);
        const answer = await conversation.ask(question, withBody).catch(() => 'died' as const);
        if (answer !== 'died') return answer;
        conversation = undefined;
      }
      throw new GauntletError('ENVIRONMENT_UNFIT', 'git cat-file exited twice without an answer', {
        hint: `Check the repository: git --git-dir=${layout.hub} fsck`,
      });
    });
  return {
    info: async (id) => (await ask(`info ${id}`, false))?.info,
    read: async (id) => (await ask(`contents ${id}`, true))?.body,
    close: () => {
      conversation?.end();
      conversation = undefined;
    },
  };
}

type Answer = { readonly info: ObjectInfo; readonly body: Buffer };
type Conversation = {
  ask(question: string, withBody: boolean): Promise<Answer | undefined>;
  end(): void;
};

function converse(layout: Layout): Conversation {
  const child = spawn('git', [...settings(layout, {}), 'cat-file', '--batch-command'], {
    cwd: layout.hub,
    env: environment(layout, { gitDir: layout.hub }),
  });
  const reader = readFrom(child);
  // Waiting for a question must not keep the program from ending; waiting for an answer must.
  const hold = (held: boolean): void => {
    for (const part of [child, child.stdout, child.stdin]) {
      if (!(part === child || part instanceof Socket)) continue;
      if (held) part.ref();
      else part.unref();
    }
  };
  child.stderr.resume();
  if (child.stderr instanceof Socket) child.stderr.unref();
  hold(false);
  return {
    ask: async (question, withBody) => {
      hold(true);
      try {
        child.stdin.write(`${question}\n`);
        const line = (await reader.line()).toString('utf8');
        const [id = '', type = '', size = ''] = line.split(' ');
        if (type === 'missing' || type === 'ambiguous') return undefined;
        const info = { id, type, size: Number(size) };
        if (!withBody) return { info, body: Buffer.alloc(0) };
        const body = await reader.bytes(info.size);
        await reader.bytes(1);
        return { info, body };
      } finally {
        hold(false);
      }
    },
    end: () => child.stdin.end(),
  };
}

type Reader = { line(): Promise<Buffer>; bytes(count: number): Promise<Buffer> };

/** Reads from a child piece by piece; rejects when it has died. */
function readFrom(child: ChildProcessWithoutNullStreams): Reader {
  let waiting:
    | { take(): Buffer | undefined; resolve: (got: Buffer) => void; reject: (why: Error) => void }
    | undefined;
  let chunks: Buffer[] = [];
  let dead: Error | undefined;
  const settle = (): void => {
    const got = waiting?.take();
    if (waiting === undefined) return;
    if (got === undefined && dead === undefined) return;
    const { resolve, reject } = waiting;
    waiting = undefined;
    if (got === undefined) reject(dead ?? new Error('ended'));
    else resolve(got);
  };
  const die = (why: Error): void => {
    dead ??= why;
    settle();
  };
  child.on('error', die);
  child.on('close', () => die(new Error('cat-file ended')));
  child.stdin.on('error', die);
  child.stdout.on('error', die);
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    settle();
  });
  const cut = (length: number, skip: number): Buffer => {
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    chunks = all.length > length + skip ? [all.subarray(length + skip)] : [];
    return all.subarray(0, length);
  };
  const total = (): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const wait = (take: () => Buffer | undefined): Promise<Buffer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    waiting = { take, resolve, reject };
    settle();
    return promise;
  };
  return {
    line: () =>
      wait(() => {
        const at = Buffer.concat(chunks).indexOf(10);
        return at === -1 ? undefined : cut(at, 1);
      }),
    bytes: (count) => wait(() => (total() < count ? undefined : cut(count, 0))),
  };
}
