/** One place for every hash of three bytes: fifteen bits. */
const PLACES = 1 << 15;

/** What is known of a word in the text at hand. */
const UNKNOWN = 0;
const THERE = 1;
const NOT_THERE = 2;

/**
 * Asks one text for many words. Looking for each of some hundred words in every file would cost more than to parse it,
 * so its bytes are read once for all of them: wherever three bytes are those of a word that is not known yet, it is compared.
 */
export class WordSieve {
  /** By the hash of three of their bytes, the number of a word; others with the same follow in `#next`. */
  readonly #first = new Uint16Array(PLACES);
  readonly #next: Uint16Array;
  readonly #words: readonly string[];
  /** The bytes of all words behind each other, where each begins, and how far into it those three are. */
  readonly #bytes: Uint8Array;
  readonly #begins: Uint16Array;
  readonly #middle: Uint8Array;
  readonly #lists: ReadonlyMap<readonly string[], Uint16Array>;
  readonly #answers: Uint8Array;
  readonly #isSifted: Uint8Array;
  /** Whether a word that is still looked for has this hash; closed ones are opened again for the next text. */
  readonly #isOpen = new Uint8Array(PLACES);
  readonly #closed: number[] = [];
  #text = '';

  constructor(lists: readonly (readonly string[])[]) {
    // Number 0 is nobody's.
    this.#words = ['', ...new Set(lists.flat())];
    const { length } = this.#words;
    const numbers = new Map(this.#words.map((word, number) => [word, number]));
    this.#lists = new Map(
      lists.map((list) => [list, Uint16Array.from(list, (word) => numbers.get(word) ?? 0)]),
    );
    this.#answers = new Uint8Array(length);
    this.#isSifted = new Uint8Array(length);
    this.#next = new Uint16Array(length);
    this.#middle = new Uint8Array(length);
    this.#begins = new Uint16Array(length + 1);
    this.#bytes = Uint8Array.from(Buffer.from(this.#words.join('')));
    let begins = 0;
    for (const [number, word] of this.#words.entries()) {
      this.#begins[number] = begins;
      begins += Buffer.byteLength(word);
      this.#begins[number + 1] = begins;
      if (isSifted(word)) this.#add(number, word);
    }
  }

  #add(number: number, word: string): void {
    const from = rarestThree(word);
    const hash = hashOf(
      (word.charCodeAt(from) << 16) | (word.charCodeAt(from + 1) << 8) | word.charCodeAt(from + 2),
    );
    this.#isSifted[number] = 1;
    this.#middle[number] = from;
    this.#next[number] = this.#first[hash] ?? 0;
    this.#first[hash] = number;
    this.#isOpen[hash] = 1;
  }

  /** Turns to another text, of which these are the bytes. */
  read(text: string, bytes: Uint8Array = Buffer.from(text)): void {
    this.#text = text;
    this.#answers.fill(UNKNOWN);
    const isOpen = this.#isOpen;
    for (const hash of this.#closed) isOpen[hash] = 1;
    this.#closed.length = 0;
    const { length } = bytes;
    let three = 0;
    for (let at = 0; at < length; at += 1) {
      three = ((three << 8) | (bytes[at] ?? 0)) & 0xff_ff_ff;
      const hash = hashOf(three);
      if (isOpen[hash] !== 0) this.#compare(hash, bytes, at - 2);
    }
  }

  /** Looks for all words that have these three bytes where they would have to stand. */
  #compare(hash: number, bytes: Uint8Array, at: number): void {
    const answers = this.#answers;
    const next = this.#next;
    const begins = this.#begins;
    const words = this.#bytes;
    let isLooking = false;
    for (let number = this.#first[hash] ?? 0; number !== 0; number = next[number] ?? 0) {
      if (answers[number] === THERE) continue;
      const end = begins[number + 1] ?? 0;
      let word = begins[number] ?? 0;
      let there = at - (this.#middle[number] ?? 0);
      while (there >= 0 && word < end && words[word] === bytes[there]) {
        word += 1;
        there += 1;
      }
      if (word === end) answers[number] = THERE;
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

/** Letters that code is full of, the most common first. */
const COMMON = 'etaoinsrlcdpu\x20mfhgbyw\nvkx-_.=,(\'");{}:/<>TSCEIRAPNDOLMF';

/** Where those three letters of a word begin that are met least often. */
function rarestThree(word: string): number {
  const rare = (at: number): number => {
    const place = COMMON.indexOf(word.charAt(at));
    return place < 0 ? COMMON.length : place;
  };
  let best = 0;
  for (let at = 1; at + 2 < word.length; at += 1)
    if (rare(at) + rare(at + 1) + rare(at + 2) > rare(best) + rare(best + 1) + rare(best + 2)) best = at;
  return best;
}
