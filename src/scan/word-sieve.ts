/** One bit for every hash of three letters. */
const BITS = 1 << 16;

/**
 * Asks one text for many words. Looking for each of some hundred words in every file would cost more than to parse it,
 * so the text is read once: which three letters stand beside each other in it tells of nearly every word that it is not
 * there, and only the rest is looked for.
 */
export class WordSieve {
  readonly #seen = new Uint32Array(BITS / 32);
  readonly #triples = new Map<string, Uint16Array>();
  #answers = new Map<string, boolean>();
  #text = '';

  /** Turns to another text. */
  read(text: string): void {
    this.#text = text;
    this.#answers = new Map();
    const seen = this.#seen.fill(0);
    let first = 0;
    let second = 0;
    for (let at = 0; at < text.length; at += 1) {
      const third = text.charCodeAt(at);
      const hash = hashOf(first, second, third);
      seen[hash >> 5] = (seen[hash >> 5] ?? 0) | (1 << (hash & 31));
      first = second;
      second = third;
    }
  }

  has(word: string): boolean {
    let answer = this.#answers.get(word);
    if (answer === undefined) {
      answer = this.#mayHave(word) && this.#text.includes(word);
      this.#answers.set(word, answer);
    }
    return answer;
  }

  #mayHave(word: string): boolean {
    let triples = this.#triples.get(word);
    if (triples === undefined) {
      triples = triplesOf(word);
      this.#triples.set(word, triples);
    }
    for (const hash of triples) if (((this.#seen[hash >> 5] ?? 0) & (1 << (hash & 31))) === 0) return false;
    return true;
  }
}

function hashOf(first: number, second: number, third: number): number {
  return (first * 2053 + second * 61 + third) & (BITS - 1);
}

function triplesOf(word: string): Uint16Array {
  const hashes: number[] = [];
  for (let at = 2; at < word.length; at += 1)
    hashes.push(hashOf(word.charCodeAt(at - 2), word.charCodeAt(at - 1), word.charCodeAt(at)));
  return Uint16Array.from(hashes);
}
