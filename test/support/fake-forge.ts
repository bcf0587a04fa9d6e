// A forge on loopback that keeps what it is told, and a `gh` that passes everything on to it.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

type Kept = { id: number; body: string; user: { login: string } };
type Pull = {
  number: number;
  html_url: string;
  state: string;
  head: { sha: string; ref: string; repo: { full_name: string } };
  title: string;
  body: string;
  draft: boolean;
};

export type Heard = { readonly method: string; readonly path: string; readonly body: unknown };

export class FakeForge {
  readonly heard: Heard[] = [];
  readonly pulls: Pull[] = [];
  readonly comments: Kept[] = [];
  readonly lineComments: Kept[] = [];
  readonly branches = new Map<string, string>();
  readonly issues = new Map<number, { readonly title: string; readonly body: string | null }>();
  readonly tokens = new Set<string>();
  #login: string | null = 'robot';
  /** Status of every answer to something that writes. */
  refuseWith: number | null = null;
  readonly #server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      this.tokens.add(request.headers.authorization ?? '');
      const heard = { method: request.method ?? '', path: request.url ?? '', body };
      this.heard.push(heard);
      const [status, answer] = this.#answer(heard);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** As a workflow's token: it is nobody. */
  beWorkflow(): void {
    this.#login = null;
  }

  addPull(branch: string, sha: string): Pull {
    const number = this.pulls.length + 1;
    const html_url = `https://forge.example/pull/${number}`;
    const head = { sha, ref: branch, repo: { full_name: 'o/r' } };
    const pull = { number, html_url, state: 'open', head, title: branch, body: '', draft: false };
    this.pulls.push(pull);
    return pull;
  }

  writes(): readonly string[] {
    return this.heard.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #answer({ method, path, body }: Heard): readonly [number, unknown] {
    const { pathname, searchParams } = new URL(path, this.url);
    const said = (body ?? {}) as Record<string, string>;
    if (method !== 'GET' && this.refuseWith !== null)
      return [this.refuseWith, { message: 'Resource not accessible' }];
    if (pathname === '/user')
      return this.#login === null ? [403, { message: 'no' }] : [200, { login: this.#login }];
    if (method === 'GET' && pathname === '/repos/o/r/pulls') {
      const head = (searchParams.get('head') ?? '').replace(/^o:/, '');
      return [200, this.pulls.filter((pull) => pull.head.ref === head)];
    }
    if (method === 'POST' && pathname === '/repos/o/r/pulls') {
      const pull = this.addPull(said['head'] ?? '', this.branches.get(said['head'] ?? '') ?? '');
      Object.assign(pull, { title: said['title'], body: said['body'], draft: said['draft'] });
      return [201, pull];
    }
    const [, number] = /^\/repos\/o\/r\/pulls\/(\d+)$/.exec(pathname) ?? [];
    if (number !== undefined) {
      const pull = this.pulls[Number(number) - 1];
      if (pull === undefined) return [404, { message: 'Not Found' }];
      if (method === 'PATCH') pull.body = said['body'] ?? '';
      return [200, pull];
    }
    const [, branch] = /^\/repos\/o\/r\/branches\/(.+)$/.exec(pathname) ?? [];
    if (branch !== undefined) {
      const sha = this.branches.get(decodeURIComponent(branch));
      return sha === undefined ? [404, { message: 'Branch not found' }] : [200, { commit: { sha } }];
    }
    const [, asked] = /^\/repos\/o\/r\/issues\/(\d+)$/.exec(pathname) ?? [];
    if (asked !== undefined) {
      const issue = this.issues.get(Number(asked));
      return issue === undefined ? [404, { message: 'Not Found' }] : [200, issue];
    }
    return this.#comments(method, pathname, said, body);
  }

  #comments(
    method: string,
    pathname: string,
    said: Record<string, string>,
    body: unknown,
  ): readonly [number, unknown] {
    const user = { login: this.#login ?? 'github-actions[bot]' };
    const id = this.comments.length + this.lineComments.length + 1;
    if (/\/issues\/\d+\/comments$/.test(pathname)) {
      if (method === 'GET') return [200, this.comments];
      this.comments.push({ id, body: said['body'] ?? '', user });
      return [201, { id }];
    }
    const [, known] = /\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
    if (known !== undefined) {
      const comment = this.comments.find((each) => each.id === Number(known));
      if (comment === undefined) return [404, { message: 'Not Found' }];
      comment.body = said['body'] ?? '';
      return [200, comment];
    }
    if (/\/pulls\/\d+\/comments$/.test(pathname)) return [200, this.lineComments];
    if (/\/pulls\/\d+\/reviews$/.test(pathname)) {
      const { comments } = body as { comments: readonly { body: string }[] };
      for (const each of comments) this.lineComments.push({ id, body: each.body, user });
      return [200, { id }];
    }
    return [404, { message: `nothing at ${pathname}` }];
  }
}

/** A program `gh` that asks the forge for it, with a login that is nobody's business. Answers its folder. */
export function fakeGh(folder: string, url: string): string {
  const file = join(folder, 'bin', 'gh');
  mkdirSync(dirname(file), { recursive: true });
  const program = `#!/usr/bin/env node
const args = process.argv.slice(2);
const method = args[args.indexOf('--method') + 1];
const path = '/' + args[args.indexOf('--method') + 2];
let body = '';
process.stdin.setEncoding('utf8').on('data', (part) => (body += part)).on('end', async () => {
  if (args[0] !== 'api' || !args.includes('--include')) { console.error('gh: what?'); process.exit(1); }
  const reply = await fetch('${url}' + path, { method, headers: { authorization: 'gh login' }, ...(args.includes('--input') ? { body } : {}) });
  const text = await reply.text();
  process.stdout.write('HTTP/2.0 ' + reply.status + ' Fine\\r\\nContent-Type: application/json\\r\\nX: y\\r\\n\\r\\n' + text + '\\n');
  process.exitCode = reply.ok ? 0 : 1;
});
`;
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  return dirname(file);
}
