/** One place for every hash of three letters. */
const PLACES = 1 << 16;

/** What is known of a word in the text at hand. */
const UNKNOWN = 0;
const THERE = 1;
const NOT_THERE = 2;

/**
 * Asks one text for many words. Looking for each of some hundred words in every file would cost more than to parse it,
 * so the text is read once for all of them: wherever three letters begin a word, and it is not known yet, it is compared.
 */
export class WordSieve {
  /** By the hash of their first three letters, the number of a word; others with the same follow in `#next`. */
  readonly #first = new Uint16Array(PLACES);
  readonly #next: Uint16Array;
  readonly #words: readonly string[];
  readonly #lists: ReadonlyMap<readonly string[], Uint16Array>;
  readonly #answers: Uint8Array;
  #text = '';

  constructor(lists: readonly (readonly string[])[]) {
    // Number 0 is nobody's.
    this.#words = ['', ...new Set(lists.flat())];
    const numbers = new Map(this.#words.map((word, number) => [word, number]));
    this.#lists = new Map(
      lists.map((list) => [list, Uint16Array.from(list, (word) => numbers.get(word) ?? 0)]),
    );
    this.#answers = new Uint8Array(this.#words.length);
    this.#next = new Uint16Array(this.#words.length);
    for (const [number, word] of this.#words.entries()) {
      if (word.length < 3) continue;
      const hash = hashOf(word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2));
      this.#next[number] = this.#first[hash] ?? 0;
      this.#first[hash] = number;
    }
  }

  /** Turns to another text. */
  read(text: string): void {
    this.#text = text;
    this.#answers.fill(UNKNOWN);
    const first = this.#first;
    let one = text.charCodeAt(0);
    let two = text.charCodeAt(1);
    for (let at = 2; at < text.length; at += 1) {
      const three = text.charCodeAt(at);
      const number = first[hashOf(one, two, three)] ?? 0;
      if (number !== 0) this.#compare(number, at - 2);
      one = two;
      two = three;
    }
  }

  #compare(begins: number, at: number): void {
    for (let number = begins; number !== 0; number = this.#next[number] ?? 0)
      if (this.#answers[number] === UNKNOWN && this.#text.startsWith(this.#words[number] ?? '', at))
        this.#answers[number] = THERE;
  }

  /** Whether any of these words is there. A list that it was not made for is looked for word by word. */
  hasAny(words: readonly string[]): boolean {
    const numbers = this.#lists.get(words);
    if (numbers === undefined) return words.some((word) => this.#text.includes(word));
    for (let at = 0; at < numbers.length; at += 1) if (this.#has(numbers[at] ?? 0)) return true;
    return false;
  }

  #has(number: number): boolean {
    const answer = this.#answers[number];
    if (answer !== UNKNOWN) return answer === THERE;
    const word = this.#words[number] ?? '';
    const isThere = word.length < 3 && this.#text.includes(word);
    this.#answers[number] = isThere ? THERE : NOT_THERE;
    return isThere;
  }
}

function hashOf(first: number, second: number, third: number): number {
  return (first * 2053 + second * 61 + third) & (PLACES - 1);
}
