import { expect, test } from 'vitest';

import { writeAll } from './write-all.ts';

type Answer = number | 'EAGAIN' | 'EPIPE' | 'EIO';

/** Writes through a file that takes as many bytes as it is told, and a stream behind it. */
function written(text: string, answers: readonly Answer[]): { file: string; stream: string } {
  const file: Buffer[] = [];
  const stream: Buffer[] = [];
  let turn = 0;
  const writeSync = (fd: number, bytes: Uint8Array): number => {
    expect(fd).toBe(7);
    const answer = answers[turn++] ?? bytes.length;
    if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer });
    file.push(Buffer.from(bytes.subarray(0, answer)));
    return answer;
  };
  writeAll(text, {
    fs: { writeSync },
    fd: 7,
    stream: () => ({ write: (bytes) => stream.push(Buffer.from(bytes)) }),
  });
  return { file: Buffer.concat(file).toString(), stream: Buffer.concat(stream).toString() };
}

test('everything is written, in as many steps as it takes', () => {
  expect(written('grün', [])).toEqual({ file: 'grün', stream: '' });
  expect(written('grün', [3, 1])).toEqual({ file: 'grün', stream: '' });
  expect(written('', ['EIO'])).toEqual({ file: '', stream: '' });
});

test('what a full pipe does not take is left to the stream', () => {
  expect(written('abcdef', [2, 'EAGAIN'])).toEqual({ file: 'ab', stream: 'cdef' });
});

test('a reader that went away is no error, anything else is', () => {
  expect(written('abc', [1, 'EPIPE'])).toEqual({ file: 'a', stream: '' });
  expect(() => written('abc', ['EIO'])).toThrow('EIO');
});
