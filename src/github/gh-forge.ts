import { spawn } from 'node:child_process';

import { GauntletError } from '../model/error.ts';
import type { Forge, ForgeReply, ForgeRequest } from '../ports/forge.ts';
import { jsonIn } from './http-forge.ts';

export type GhPlace = {
  /** The program, found beforehand. */
  readonly program: string;
  readonly slug: string;
  readonly host: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

const LONGEST_MS = 60_000;

/** The same interface by way of GitHub's own program, which has the user's login. */
export function ghForge({ program, slug, host, cwd, env }: GhPlace): Forge {
  return {
    slug,
    how: 'gh',
    async send({ method, path, body }: ForgeRequest) {
      const words = ['api', '--include', '--hostname', host, '--method', method, path.slice(1)];
      const input = body === undefined ? undefined : JSON.stringify(body);
      const args = input === undefined ? words : [...words, '--input', '-'];
      return replyIn(await said(program, args, { cwd, env, input }), `${method} ${path}`);
    },
  };
}

type Said = { readonly out: string; readonly err: string };

type Saying = Pick<GhPlace, 'cwd' | 'env'> & { readonly input: string | undefined };

function said(program: string, args: readonly string[], { cwd, env, input }: Saying): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'pipe', timeout: LONGEST_MS });
    const parts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (parts.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (parts.err += text));
    child.once('error', (cause) => reject(new GauntletError('ENVIRONMENT_UNFIT', `gh: ${cause.message}`)));
    child.once('close', () => resolve(parts));
    // A program that ends without reading is heard by what it says.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

/** `HTTP/2.0 201 Created`, headers, an empty line, the body. */
function replyIn({ out, err }: Said, what: string): ForgeReply {
  const [, status, body] = /^HTTP\/[\d.]+ (\d{3})[^\n]*\n(?:[^\r\n]+\r?\n)*\r?\n?([^]*)$/.exec(out) ?? [];
  if (status !== undefined) return { status: Number(status), body: jsonIn((body ?? '').trim()) };
  throw new GauntletError('ENVIRONMENT_UNFIT', `gh did not answer ${what}: ${err.trim().slice(0, 300)}`, {
    hint: 'gh auth status says whether you are logged in.',
  });
}
