import type { Io } from '../io.ts';

/** Asks the person at the terminal; an empty line is a yes, the end of the input a no. */
export async function askYesNo(question: string, io: Io): Promise<boolean> {
  io.stderr.write(question);
  // Loaded when somebody is asked: most commands ask nobody.
  const { createInterface } = process.getBuiltinModule('node:readline/promises');
  const lines = createInterface({ input: io.stdin() });
  try {
    for await (const line of lines) return /^(|y|yes)$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
}
