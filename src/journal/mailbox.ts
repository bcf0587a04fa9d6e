import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { GauntletError } from '../model/error.ts';
import type { Mailbox, Message } from '../ports/journal.ts';
import { jsonIn } from '../schema/json-in.ts';
import { diskError } from './disk-error.ts';
import { isMessage, LARGEST } from './message.ts';
import { removeUnfinished, writeWhole } from './whole-file.ts';

const LETTER = '.json';
/** How often to look where the system cannot tell us. */
const SLOWLY_MS = 2000;

/** Messages as files of one folder. What is not a message is set aside as `*.bad`. */
export function mailbox(folder: string): Mailbox {
  return {
    async put(message) {
      if (!isMessage(message)) throw new GauntletError('INPUT_INVALID', 'invalid message to the run');
      // Names sort by time, so that a later answer comes after an earlier one.
      const name = `${String(Date.now()).padStart(15, '0')}-${randomBytes(8).toString('hex')}${LETTER}`;
      try {
        mkdirSync(folder, { recursive: true });
        await writeWhole(join(folder, name), JSON.stringify(message));
      } catch (error) {
        throw diskError(error, 'the message could not be delivered');
      }
    },
    watch(deliver) {
      mkdirSync(folder, { recursive: true });
      removeUnfinished(folder);
      const delivered = new Set<string>();
      const look = (): void => {
        for (const name of namesIn(folder)) {
          if (!name.endsWith(LETTER) || delivered.has(name)) continue;
          const message = read(join(folder, name));
          if (message === 'later') continue;
          delivered.add(name);
          if (message !== undefined)
            deliver(
              message,
              () => rmSync(join(folder, name), { force: true }),
              name.slice(0, -LETTER.length),
            );
        }
      };
      const stop = whenChanged(folder, look);
      look();
      return { close: stop };
    },
  };
}

/** Looking must never end a run: somebody may have removed the folder, and may bring it back. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function whenChanged(folder: string, look: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const slowly = (): void => void (timer ??= setInterval(look, SLOWLY_MS));
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, look);
    watcher.on('error', () => {
      watcher?.close();
      slowly();
    });
  } catch {
    slowly();
  }
  return () => {
    watcher?.close();
    clearInterval(timer);
  };
}

/** Undefined for what is no message; `later` for what cannot be read at the moment. */
function read(file: string): Message | 'later' | undefined {
  try {
    const found = lstatSync(file);
    // A link, a pipe or a device is never opened.
    if (found.isFile() && found.size <= LARGEST) {
      const message = jsonIn(readFileSync(file, 'utf8'));
      if (isMessage(message)) return message;
    }
    renameSync(file, `${file}.bad`);
    return undefined;
  } catch {
    return 'later';
  }
}
