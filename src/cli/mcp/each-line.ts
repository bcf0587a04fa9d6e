/** Longer than any message that asks for what we have. */
const LONGEST = 1_000_000;

/** Hands every line of JSON on; undefined for one that is none, or is too long. Resolves when the other side has gone. */
export async function eachLine(
  input: AsyncIterable<unknown>,
  take: (message: unknown) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let [line, isTooLong] = ['', false];
  for await (const piece of input) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece as Uint8Array, { stream: true });
    const [first = '', ...rest] = text.split('\n');
    for (const [index, part] of [first, ...rest].entries()) {
      if (index > 0) {
        if (isTooLong || line.trim() !== '') take(isTooLong ? undefined : parsed(line));
        [line, isTooLong] = ['', false];
      }
      isTooLong ||= line.length + part.length > LONGEST;
      if (!isTooLong) line += part;
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
