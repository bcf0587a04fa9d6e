import type { Facts } from '../../engine/facts.ts';
import { READING, type TextFunction } from '../functions/text.ts';
import { type StoreWords, wordsFor } from './words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly unsaved: UnsavedFact[];
    readonly savers: SaverFact[];
  }
}

/** A record that a function changes or makes in memory and stores nowhere, as far as the function says. */
export type UnsavedFact = {
  readonly what: string;
  readonly how: 'changed' | 'made' | 'added';
  /** The function, by the name others call it by; empty without one. */
  readonly of: string;
  /** Answers a request by itself: nobody who calls it will store anything. */
  readonly isHandler: boolean;
  readonly line: number;
};

/** A function that stores, and whom it calls: it may store what they changed. */
export type SaverFact = {
  readonly calls: readonly string[];
  /** It stands around every request or command. */
  readonly isAround?: true;
};

/** `= 'CONFIRMED'`, `= OrderStatus.Paid`, `= new Date()`, `= true`: a state or time, which is meant to stay. */
const LASTING = /^\s*=\s*(?:'[A-Za-z_-]+'|"[A-Za-z_-]+"|[A-Z]\w*\.\w+|new Date\(\)|true|false)\s*(?:;|\n)/;
/** What is emptied is hidden from whoever sees it. */
const EMPTIED = /^\s*=\s*(?:undefined|null|nil|None|"")/;

/** Notes what functions of one file change or make and do not store. */
export function addUnsaved(
  language: string,
  functions: readonly TextFunction[],
  text: string,
  facts: Facts,
): void {
  const words = wordsFor(language, text);
  if (words === undefined) return;
  const saving = functions.filter(
    (each) => words.saves.test(each.code) || words.savesByHead?.test(each.head),
  );
  const savers = new Set(saving.map(({ name }) => name).filter((name) => name !== ''));
  for (const each of saving)
    facts.savers.push({
      calls: callsIn(each.code.replaceAll(words.store, '')),
      ...(words.around.test(`${each.head}\n${each.code}`) ? { isAround: true as const } : {}),
    });
  for (const each of functions) {
    if (saving.includes(each) || words.elsewhere.test(each.owner)) continue;
    const isSavedHere = callsIn(each.code).some((name) => name !== each.name && savers.has(name));
    const found = isSavedHere ? undefined : unsavedIn(each, words, text);
    if (found === undefined) continue;
    const line = each.line + each.code.slice(0, found.at).split('\n').length - 1;
    if (facts.unsaved.some((other) => other.line === line)) continue;
    const { what, how } = found;
    facts.unsaved.push({ what, how, of: each.name, isHandler: each.isHandler, line });
  }
}

function callsIn(code: string): readonly string[] {
  return [...new Set(Array.from(code.matchAll(/(\w+)\s*(?:<[\w, ]*>)?\(/g), ({ 1: name = '' }) => name))];
}

type Found = Pick<UnsavedFact, 'what' | 'how'> & { readonly at: number };

function unsavedIn(each: TextFunction, words: StoreWords, text: string): Found | undefined {
  const { code, own, name, isHandler, head, owner } = each;
  if (!isHandler && name === '') return undefined;
  const stores = words.stores(`${owner}\n${head}`);
  // Whoever is given the store may save, unless its name says that it only reads.
  const isShared =
    stores !== '' &&
    new RegExp(String.raw`[(,]\s*(?:\w+\s*=\s*)?(?:${stores})\s*[,)]`).test(
      code.replaceAll(words.reads ?? /(?!)/g, '['),
    );
  if (isShared) return undefined;
  const added = stores === '' ? null : new RegExp(words.adds(stores), 'm').exec(own);
  if (added !== null)
    return { what: added.groups?.['what'] ?? '', how: 'added', at: added.index + added[0].search(/\S/) };
  if (!isHandler && READING.test(name)) return undefined;
  for (const source of words.loads(stores))
    for (const load of own.matchAll(new RegExp(source, 'gm'))) {
      const { what = '', made, plain, by } = load.groups ?? {};
      const given = by === undefined ? undefined : words.loadedBy(by, text);
      const statement = own.slice(load.index).split(/;|\n(?![^\n]*[)\].])/)[0] ?? '';
      if (words.passive.test(statement) || (by !== undefined && given === undefined)) continue;
      const from = load.index + load[0].length;
      const at = madeOrChanged(
        { what, made, isPlain: plain !== undefined || given === 'plain' },
        code,
        from,
        words,
      );
      if (at === undefined || isKept(what, code.slice(from), words)) continue;
      return {
        what,
        how: made === undefined ? 'changed' : 'made',
        at: at === from ? load.index + load[0].search(/\S/) : at,
      };
    }
  return undefined;
}

type Load = { readonly what: string; readonly made: string | undefined; readonly isPlain: boolean };

/** Where a record is changed after it was loaded; `from` for one that was made and so is new as it is. */
function madeOrChanged(
  { what, made, isPlain }: Load,
  code: string,
  from: number,
  { changes }: StoreWords,
): number | undefined {
  if (made !== undefined) return from;
  for (const change of code.slice(from).matchAll(new RegExp(named(changes, what), 'g'))) {
    const set = code.slice(from + change.index + change[0].length).replace(/^(?==)?/, '');
    const value = `${/=\s*$/.test(change[0]) ? '=' : ''}${set.slice(0, 80)}`;
    // A plain record may be dressed up for whoever sees it.
    const isMeant =
      !EMPTIED.test(value) &&
      (!isPlain || (LASTING.test(value) && !/\.(?:is|has|can|was|should)[A-Z]/.test(change[0])));
    if (isMeant) return from + change.index;
  }
  return undefined;
}

/** Whether a record is handed to anything that may keep it, or asked to do something by itself. */
function isKept(what: string, after: string, { shows, acts }: StoreWords): boolean {
  const rest = after
    .replaceAll(new RegExp(String.raw`\b(?:${shows})\s*\((?:[^()]|\([^()]*\))*\)`, 'g'), '')
    .replaceAll(/\breturn\b[^;\n()]*(?=[;\n])/g, '');
  return (
    new RegExp(named(acts, what)).test(after) ||
    new RegExp(named(String.raw`[(,=[{:]\s*(?:\*{1,2}|\.\.\.|&)?@\s*[,)\]};\n]`, what)).test(rest)
  );
}

/** `@` stands for the record. */
function named(pattern: string, what: string): string {
  return pattern.replaceAll('@', String.raw`(?<![\w.])${what}`);
}
