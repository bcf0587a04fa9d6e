import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { exitCodes } from '../model/exit-codes.ts';
import { endAsBug } from './uncaught.ts';

test.each([
  [new Error('boom'), 'boom'],
  ['a text \u001B[31mred', 'a text ?[31mred'],
])('what nobody has caught ends as a bug, not as a judgement (%j)', (thrown, said) => {
  const written: string[] = [];
  const codes: number[] = [];
  const process = Object.assign(new EventEmitter(), {
    stderr: { write: (text: string) => written.push(text) },
    exit: (code: number) => codes.push(code),
  });
  endAsBug(process);
  process.emit('uncaughtException', thrown);
  expect(codes).toEqual([exitCodes.bug]);
  expect(written.join('')).toContain(said);
});
