import fs from 'node:fs';

import { sanitize } from '../../formats/index.ts';
import { openForge } from '../../github/index.ts';
import { GauntletError } from '../../model/error.ts';
import { readRequest } from '../../plan/index.ts';
import { nullable, openMapOf, optional, text } from '../../schema/shape.ts';
import { answered } from '../../inspect/pull-request/forge-answers.ts';
import { readInput } from '../../project/read-input.ts';
import { epicFolder } from '../../project/state-folder.ts';
import type { Repository } from '../run/begin.ts';
import type { DoCall } from './do-call.ts';

/** One piece of work as a person gave it. */
export type Request = {
  readonly title: string;
  /** All of it, as it was given. */
  readonly text: string;
  /** What neither the title nor the criteria say of it: the description of the ticket, so that prompts say nothing twice. */
  readonly rest: string;
  readonly criteria: readonly Criterion[];
  /** Names the epic, its ticket and its branch. */
  readonly name: string;
};

/** The criterion of a request that names none: prompts and reports show the request itself beside it. */
export const ALL_OF_IT = 'everything the ticket asks for is done';

type Criterion = { readonly text: string; readonly verify?: string };

/** Returns the request in the words of the command line, of a file, or of an issue. */
export async function requestOf(call: DoCall, repository: Repository): Promise<Request> {
  const { fromIssue, fromFile, criterion = [] } = call.options;
  const words = call.operands.length === 0 ? undefined : call.operands.join(' ');
  const given = [words, fromIssue, fromFile].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw new GauntletError('USAGE_INVALID', 'give one request: TEXT, --from-file or --from-issue', {
      hint: 'For example: gauntlet do "add a rate limit to POST /orders" --verify "npm test"',
    });
  const request =
    fromIssue !== undefined
      ? await issue(call, repository, fromIssue)
      : requestIn(words ?? (await readInput(fromFile ?? '', call.io)).text);
  return criterion.length === 0
    ? request
    : { ...request, ...withoutList(request), criteria: criterion.map((each) => ({ text: each })) };
}

/** A list of its own that `--criterion` replaces stays in the description. */
function withoutList({ criteria, rest, text: whole }: Request): Pick<Request, 'rest'> {
  return { rest: criteria.length === 0 ? rest : whole };
}

const LONGEST_TITLE = 100;

function requestIn(given: string): Request {
  const whole = sanitize(given, { singleLine: false }).trim();
  const [first = ''] = whole.split('\n');
  if (first === '') throw new GauntletError('USAGE_INVALID', 'the request is empty');
  const { title = first, acceptance = [], rest } = readRequest(whole);
  const criteria = acceptance.flatMap((each) => {
    if (typeof each !== 'object' || each.text === undefined) return [];
    return [{ text: each.text, ...(typeof each.verify === 'string' ? { verify: each.verify } : {}) }];
  });
  const isAll = rest !== null && title.length <= LONGEST_TITLE;
  return {
    title: cut(title),
    text: whole,
    rest: isAll ? withoutStart(rest, title) : whole,
    criteria,
    name: nameOf(title),
  };
}

/** Without a heading the first line is the title, and the rest begins with it. */
function withoutStart(rest: string, title: string): string {
  const [first = '', ...lines] = rest.split('\n');
  return first.trim() === title.trim() ? lines.join('\n').trim() : rest;
}

function cut(line: string): string {
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : line;
}

const LONGEST_NAME = 40;

/** The words of a title as an id: `add-a-rate-limit`. */
function nameOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  let name = '';
  for (const word of words) {
    if (name !== '' && name.length + word.length >= LONGEST_NAME) break;
    name = name === '' ? word.slice(0, LONGEST_NAME) : `${name}-${word}`;
  }
  return name === '' ? 'request' : name;
}

const Issue = openMapOf({ title: text(), body: optional(nullable(text())) });

/** Anybody may write an issue: its words are the request, but no command in it is ever run. */
async function issue(call: DoCall, repository: Repository, given: string): Promise<Request> {
  const number = /^#?(\d{1,9})$/.exec(given)?.[1];
  if (number === undefined)
    throw new GauntletError('USAGE_INVALID', `--from-issue takes a number, not "${given}"`);
  const around = { env: call.io.env, remote: await repository.originUrl(), cwd: repository.top };
  const forge = openForge(around);
  const path = `/repos/${forge.slug}/issues/${number}`;
  const { title, body } = await answered(forge, { method: 'GET', path }, Issue);
  const request = requestIn(`# ${title}\n\n${body ?? ''}`);
  const criteria = request.criteria.map(({ text: words, verify }) => ({
    text: verify === undefined ? words : `${words} (verify: ${verify})`,
  }));
  return { ...request, criteria, name: `issue-${number}` };
}

const MOST_TRIES = 50;

/** Returns the first id after a request that no run and no branch has yet. */
export async function freeId(repository: Repository, name: string): Promise<string> {
  for (let nth = 1; nth <= MOST_TRIES; nth += 1) {
    const id = nth === 1 ? name : `${name}-${nth}`;
    const isNew = !fs.existsSync(epicFolder(repository, id));
    if (isNew && (await repository.conflictsWith(id, [id])).length === 0) return id;
  }
  return name;
}
