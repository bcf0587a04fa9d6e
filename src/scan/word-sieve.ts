/** One place for every hash of three bytes: fifteen bits. */
const PLACES = 1 << 15;

/** What is known of a word in the text at hand. */
const UNKNOWN = 0;
const THERE = 1;
const NOT_THERE = 2;

/**
 * Asks one text for many words. Looking for each of some hundred words in every file would cost more than to parse it,
 * so its bytes are read once for all of them: wherever three bytes begin a word, and it is not known yet, it is compared.
 */
export class WordSieve {
  /** By the hash of their first three bytes, the number of a word; others with the same follow in `#next`. */
  readonly #first = new Uint16Array(PLACES);
  readonly #next: Uint16Array;
  readonly #words: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  readonly #lists: ReadonlyMap<readonly string[], Uint16Array>;
  readonly #answers: Uint8Array;
  readonly #isSifted: Uint8Array;
  /** Whether a word that is still looked for begins with this hash; closed ones are opened again for the next text. */
  readonly #isOpen = new Uint8Array(PLACES);
  readonly #closed: number[] = [];
  #text = '';

  constructor(lists: readonly (readonly string[])[]) {
    // Number 0 is nobody's.
    this.#words = ['', ...new Set(lists.flat())];
    this.#bytes = this.#words.map((word) => Buffer.from(word));
    const numbers = new Map(this.#words.map((word, number) => [word, number]));
    this.#lists = new Map(
      lists.map((list) => [list, Uint16Array.from(list, (word) => numbers.get(word) ?? 0)]),
    );
    this.#answers = new Uint8Array(this.#words.length);
    this.#isSifted = new Uint8Array(this.#words.length);
    this.#next = new Uint16Array(this.#words.length);
    for (const [number, bytes] of this.#bytes.entries()) {
      if (!isSifted(this.#words[number] ?? '')) continue;
      this.#isSifted[number] = 1;
      const hash = hashOf(bytes.subarray(0, 3).reduce((before, byte) => (before << 8) | byte, 0));
      this.#next[number] = this.#first[hash] ?? 0;
      this.#first[hash] = number;
      this.#isOpen[hash] = 1;
    }
  }

  /** Turns to another text, of which these are the bytes. */
  read(text: string, bytes: Uint8Array = Buffer.from(text)): void {
    this.#text = text;
    this.#answers.fill(UNKNOWN);
    const isOpen = this.#isOpen;
    for (const hash of this.#closed) isOpen[hash] = 1;
    this.#closed.length = 0;
    let three = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      three = ((three << 8) | (bytes[at] ?? 0)) & 0xff_ff_ff;
      const hash = hashOf(three);
      if (isOpen[hash] === 1) this.#compare(hash, bytes, at - 2);
    }
  }

  #compare(hash: number, bytes: Uint8Array, at: number): void {
    let isLooking = false;
    for (let number = this.#first[hash] ?? 0; number !== 0; number = this.#next[number] ?? 0) {
      if (this.#answers[number] === THERE) continue;
      if (isAt(bytes, at, this.#bytes[number])) this.#answers[number] = THERE;
      else isLooking = true;
    }
    if (isLooking) return;
    this.#isOpen[hash] = 0;
    this.#closed.push(hash);
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
    const isThere = this.#isSifted[number] === 0 && this.#text.includes(this.#words[number] ?? '');
    this.#answers[number] = isThere ? THERE : NOT_THERE;
    return isThere;
  }
}

/** Words of at least three plain letters; the few others are looked for in the text itself. */
function isSifted(word: string): boolean {
  return /^[\0-\x7f]{3,}$/.test(word);
}

/** Spreads three bytes over all places: letters alone would fall upon each other. */
function hashOf(three: number): number {
  return Math.imul(three, 0x9e_37_79_b1) >>> 17;
}

function isAt(bytes: Uint8Array, at: number, word: Uint8Array | undefined): boolean {
  if (word === undefined || at < 0) return false;
  for (let each = 0; each < word.length; each += 1) if (bytes[at + each] !== word[each]) return false;
  return true;
}
