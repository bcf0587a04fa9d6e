import { expect, test } from 'vitest';
import type { Draft } from '../../model/events.ts';
import type { Replanning } from '../../model/steering.ts';
import type { Message } from '../../ports/journal.ts';
import { initialState } from '../../state/index.ts';
import { MailboxReader } from './mailbox-reader.ts';

const said = { v: 1, by: 'ada', why: 'because' } as const;
const pause: Message = { kind: 'steer', act: { ...said, type: 'run_paused' }, seen: 5 };
const plan = { epic: 'told', tickets: [], milestones: [], overlaps: [] };

function edit(ticket: string): Message {
  const act = { ...said, type: 'ticket_edited', ticket, from: '', inputs: 'x', plan, fields: [] } as const;
  return { kind: 'steer', act, seen: 5 };
}

/** A run that began with event `since`, and what it was told. */
function listening(since: number, heard: readonly string[] = []) {
  const put: Draft[] = [];
  const recorded: (() => void)[] = [];
  const removed: string[] = [];
  let inputs = 'first';
  const ear = new MailboxReader({
    intake: {
      put(draft, done) {
        put.push(draft);
        if (done !== undefined) recorded.push(done);
      },
    },
    judging: {
      understand: async (act: Replanning, { inputs: now }) => {
        if (act.ticket === 'unreadable') throw new Error('EIO');
        return act.ticket === 'gone' ? undefined : { ...act, from: now, inputs: `${now}+${act.ticket}` };
      },
    },
    since,
    state: () => ({ ...initialState, inputs }),
    isRecorded: (id) => heard.includes(id),
  });
  return {
    put,
    removed,
    heed: (message: Message, id: string) => ear.take(message, () => void removed.push(id), id),
    /** The loop has appended the oldest that it was given. */
    append(now = inputs) {
      recorded.shift()?.();
      inputs = now;
    },
  };
}

test('RECOVER-01 a message that is on record already is only thrown away: after a crash it is delivered twice', async () => {
  const run = listening(5, ['0001']);
  await run.heed(pause, '0001');
  expect([run.put, run.removed]).toEqual([[], ['0001']]);
});

test('RECOVER-01 an act is recorded with the message it came in, and the message goes once it is', async () => {
  const run = listening(5);
  await run.heed(pause, '0002');
  expect(run.put).toMatchObject([{ type: 'run_paused', message: '0002' }]);
  expect(run.removed).toEqual([]);
  run.append();
  expect(run.removed).toEqual(['0002']);
});

test('BEYOND-10 a pause that was meant for the run before does not hold up the next one', async () => {
  const run = listening(6);
  await run.heed(pause, '0003');
  expect([run.put, run.removed]).toEqual([[], ['0003']]);
  const note: Message = {
    kind: 'steer',
    act: { v: 1, by: 'ada', type: 'note_added', ticket: 'A', note: 'n' },
    seen: 5,
  };
  await run.heed(note, '0004');
  expect(run.put).toMatchObject([{ type: 'note_added' }]);
});

test('BEYOND-10 changes of the plan are understood one after the other, each from what the one before left', async () => {
  const run = listening(1);
  await run.heed(edit('A'), '1');
  await run.heed(edit('gone'), '2');
  await run.heed(edit('B'), '3');
  expect(run.put).toMatchObject([{ ticket: 'A', from: 'first' }]);
  run.append('second');
  await new Promise((resolve) => setImmediate(resolve));
  expect(run.put).toMatchObject([{ ticket: 'A' }, { ticket: 'B', from: 'second', inputs: 'second+B' }]);
  expect(run.removed).toEqual(['1', '2']);
});

test('BEYOND-10 a change that cannot be read now stays in the mailbox and holds up no other', async () => {
  const run = listening(1);
  await run.heed(edit('unreadable'), '1');
  await run.heed(edit('A'), '2');
  run.append();
  expect(run.put).toMatchObject([{ ticket: 'A' }]);
  expect(run.removed).toEqual(['2']);
});
