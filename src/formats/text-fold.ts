export type Folded = {
  /** In lower case, without accents, and with the plain letter for one that only looks like it. */
  readonly text: string;
  /** Some word still has letters of another alphabet beside Latin ones. */
  readonly isMixed: boolean;
};

/** For comparing words by what a person sees: `Sеcurity` with a Cyrillic е is `security`. */
export function foldLetters(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), isMixed: false };
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const folded = bare.replace(/[^\p{ASCII}]/gu, (letter) => lookalikes.get(letter) ?? letter);
  return { text: folded, isMixed: MIXED.test(bare) && MIXED.test(folded) };
}

const PLAIN = /^\p{ASCII}*$/u;
const MIXED = /[a-z](?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}[a-z]/u;

/** Cyrillic, Greek and a few others, by the lower case of what looks like a Latin letter in either case. */
const foreign = 'авеһніјӏкмոорԛѕстухѵԝԁɡıαβεικορτυχν';
const latin = 'abehhijlkmnopqsctyxvwdgiabeikoptuxv';
const lookalikes: ReadonlyMap<string, string> = new Map(
  Array.from(foreign, (letter, index) => [letter, latin.charAt(index)]),
);
