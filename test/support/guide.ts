// A guide as something that can be tried: its files are written, its commands are run, and what it says they print has
// to be what they print.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { root } from '../source.ts';
import { compileCache, sharedCli } from './shared-cli.ts';

/** One fenced block: a file to write (` ```yaml epic.yaml `), commands (` ```sh `), or something that is only shown. */
export type Block = { readonly language: string; readonly file: string; readonly text: string };

export type Command = {
  readonly line: string;
  readonly exit: number;
  /** What it has to print, in this order; `…` stands for anything. */
  readonly prints: readonly string[];
};

export function blocksIn(markdown: string): readonly Block[] {
  const fences = markdown.matchAll(/^```([^\n]*)\n([^]*?)^```$/gm);
  return [...fences].map(([, info = '', text = '']) => {
    const [language = '', file = ''] = info.trim().split(/\s+/);
    return { language, file, text };
  });
}

/** `$ command   # exit 3` and below it what it prints. */
export function commandsIn(text: string): readonly Command[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [first = '', ...prints] = part.trimEnd().split('\n');
      const exit = Number(/# exit (\d+)$/.exec(first)?.[1] ?? 0);
      return { line: first.replace(/\s*# exit \d+$/, ''), exit, prints };
    });
}

/** A folder of its own in which a guide is tried: the built `gauntlet` on the PATH, no settings of anybody, no network. */
export class Trial {
  readonly #base = mkdtempSync(join(tmpdir(), 'gauntlet-guide-'));
  readonly folder = join(this.#base, 'work');

  constructor() {
    for (const name of ['work', 'bin', 'home', 'tmp']) mkdirSync(join(this.#base, name));
    const program = join(this.#base, 'bin/gauntlet');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${sharedCli()}' "$@"\n`);
    chmodSync(program, 0o755);
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Puts a folder of this repository into it. */
  copy(folder: string): void {
    cpSync(join(root, folder), this.folder, { recursive: true });
  }

  read(file: string): string | undefined {
    const path = join(this.folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /** What is wrong with what the guide says about a command; undefined where it is right. */
  complaint({ line, exit, prints }: Command): string | undefined {
    const { code, out } = this.run(line);
    if (code !== exit) return `$ ${line}\nended with ${code}, not ${exit}:\n${out}`;
    let from = 0;
    for (const piece of prints.flatMap((each) => each.split('…')).map((each) => each.trim())) {
      const at = out.indexOf(piece, from);
      if (at === -1) return `$ ${line}\ndoes not print "${piece}" there:\n${out}`;
      from = at + piece.length;
    }
    return undefined;
  }

  run(line: string): { readonly code: number | null; readonly out: string } {
    const ran = spawnSync('sh', ['-c', `{ ${line}\n} 2>&1`], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: [join(this.#base, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
        HOME: join(this.#base, 'home'),
        TMPDIR: join(this.#base, 'tmp'),
        XDG_CACHE_HOME: join(this.#base, 'cache'),
        NODE_COMPILE_CACHE: compileCache,
        GAUNTLET_WORKSPACES: join(this.#base, 'ws'),
        GAUNTLET_USER: 'ada',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@example.invalid',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@example.invalid',
        GAUNTLET: root,
      },
    });
    return { code: ran.status, out: ran.stdout };
  }

  remove(): void {
    // Trees under review are read-only.
    spawnSync('chmod', ['-R', 'u+w', this.#base]);
    rmSync(this.#base, { recursive: true, force: true });
  }
}
