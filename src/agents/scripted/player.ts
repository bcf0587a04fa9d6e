// Plays one entry of a script: a program of its own, started in the sandbox with the entry on its stdin.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';

import type { Part, Step } from './script.ts';

const folder = realpathSync('.');

/** Does what the entry says, step by step, and answers; a step that fails is a crash. */
async function main(): Promise<void> {
  try {
    const part = JSON.parse(readFileSync(0, 'utf8')) as Part;
    for (const step of part.steps) await play(step);
    process.stdout.write(part.say.includes('{head}') ? part.say.replaceAll('{head}', head()) : part.say);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

void main();

async function play(step: Step): Promise<void> {
  switch (step.kind) {
    case 'write':
      return writeFileSync(placeFor(step.path), step.text);
    case 'append':
      return appendFileSync(placeFor(step.path), step.text);
    case 'replace':
      return replace(placeFor(step.path), step.from, step.to);
    case 'delete':
      return rmSync(placeFor(step.path), { recursive: true });
    case 'commit':
      start(['git', 'add', '--all']);
      return start(['git', 'commit', '--quiet', '--message', step.message]);
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, step.milliseconds));
      return undefined;
    case 'run':
      return start(step.argv);
  }
}

/** Where a file of the working directory lies; refused where a link leads out of it. */
function placeFor(path: string): string {
  const place = join(folder, path);
  let existing = dirname(place);
  while (!isThere(existing)) existing = dirname(existing);
  const real = realpathSync(existing);
  const isInside =
    place.startsWith(`${folder}${sep}`) && (real === folder || real.startsWith(`${folder}${sep}`));
  if (!isInside || isLink(place)) throw new Error(`${path} leads out of the working directory`);
  mkdirSync(dirname(place), { recursive: true });
  return place;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function replace(place: string, from: string, to: string): void {
  const text = readFileSync(place, 'utf8');
  if (!text.includes(from)) throw new Error(`${place} does not contain the text to replace`);
  writeFileSync(
    place,
    text.replaceAll(from, () => to),
  );
}

/** What a step prints is not the answer: it goes where complaints go. */
function start([program = '', ...args]: readonly string[]): void {
  const { error, status, signal } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status ?? signal}`);
}

function head(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
}
