type JsonObject = Readonly<Record<string, unknown>>;

/** A longer line is no message of a program that means well; it is dropped. */
const LONGEST = 20_000_000;

/**
 * Takes pieces of text and hands on every line that is a JSON object, as soon as it is whole. Anything else a program
 * prints between is left out. Never throws: what `take` throws is its own to handle.
 */
export function jsonLines(take: (message: JsonObject) => void): (piece: string) => void {
  let pieces: string[] = [];
  let length = 0;
  return (piece) => {
    const [last = '', ...lines] = piece.split('\n').toReversed();
    for (const line of lines.toReversed()) {
      pieces.push(line);
      const whole = length + line.length > LONGEST ? '' : pieces.join('');
      pieces = [];
      length = 0;
      const message = objectIn(whole);
      if (message !== undefined) take(message);
    }
    length += last.length;
    if (length > LONGEST) pieces = [];
    else pieces.push(last);
  };
}

function objectIn(line: string): JsonObject | undefined {
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
