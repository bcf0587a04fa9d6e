// A pipe in which agents tell what they do, and gates at which they wait: no sleeping, no polling.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';

export type Told = {
  /** Every line told until now. */
  lines(): Promise<readonly string[]>;
  /** Resolves once a line that holds `text` was told. */
  until(text: string): Promise<void>;
  /** Lets whoever waits at that gate go on, once. */
  letGo(gate: string): void;
  close(): void;
};

/** Held open both ways, so that nobody who writes has to wait for us and nothing is lost between two of them. */
export function openTold(folder: string, gates: readonly string[]): Told {
  const pipe = join(folder, 'told');
  const gatePaths = gates.map((gate) => join(folder, `gate-${gate}`));
  execFileSync('mkfifo', [pipe, ...gatePaths]);
  const socket = new Socket({
    fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
  const own = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  const ends = new Map(
    gates.map((gate, at) => [gate, openSync(gatePaths[at] ?? '', constants.O_RDWR | constants.O_NONBLOCK)]),
  );
  const waiting = new Set<() => void>();
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    for (const look of waiting) look();
  });
  const until = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!text.includes(wanted)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  let marks = 0;
  return {
    until,
    async lines() {
      const mark = `mark ${(marks += 1)}\n`;
      writeSync(own, mark);
      await until(mark);
      return text.split('\n').filter((line) => line !== '' && !line.startsWith('mark '));
    },
    letGo(gate) {
      const end = ends.get(gate);
      if (end === undefined) throw new Error(`no step waits at ${gate}`);
      writeSync(end, 'go\n');
    },
    close() {
      closeSync(own);
      for (const end of ends.values()) closeSync(end);
      socket.destroy();
    },
  };
}
