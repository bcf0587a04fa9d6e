import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answer, itHonoursTheMailboxContract, received } from '../../test/contracts/mailbox.ts';
import { mailbox } from './mailbox.ts';

const newFolder = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'gauntlet-mail-')), 'box');

describe('a mailbox as files', () => {
  itHonoursTheMailboxContract(async () => {
    const box = await newFolder();
    mkdirSync(box);
    let planted = 0;
    return {
      open: () => mailbox(box),
      plant: async (text) => writeFileSync(join(box, `${++planted}.json`), text),
      async left() {
        const names = readdirSync(box);
        const aside = names.filter((name) => name.endsWith('.bad')).length;
        return { waiting: names.length - aside, aside };
      },
      remove: () => rm(join(box, '..'), { recursive: true, force: true }),
    };
  });
});

let folder: string;

beforeEach(async () => {
  folder = await newFolder();
});

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

test('a link or a folder is set aside and not looked into', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'elsewhere'), JSON.stringify(answer));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'h.json'));
  mkdirSync(join(folder, 'i.json'));
  await mailbox(folder).put({ ...answer, question: 13 });
  expect(await received(mailbox(folder), 1)).toEqual([{ ...answer, question: 13 }]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.bad'))).toEqual(['h.json.bad', 'i.json.bad']);
  expect(existsSync(join(folder, 'elsewhere'))).toBe(true);
});

test('STATE-02 a box that is removed while a run listens does not end the run', async () => {
  const watching = mailbox(folder).watch(() => undefined);
  await rm(folder, { recursive: true });
  const later = received(mailbox(folder), 1);
  await mailbox(folder).put(answer);
  expect(await later).toEqual([answer]);
  watching.close();
});
