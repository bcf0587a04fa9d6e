import type { FlatText } from './flat-text.ts';
import type { Pieces } from '../../../syntax/typescript/pieces.ts';
import { OPEN } from './addresses.ts';
import type { FindName } from '../../modules/find-name.ts';

/** What a function was given, by `file#function`, place and option. */
export type ArgumentTexts = (
  of: string,
  parameter: number,
  key: string | undefined,
) => readonly FlatText[] | undefined;

const nothing: ArgumentTexts = () => undefined;

/** So many ways of one text are followed. */
const WAYS = 8;
const FARTHEST = 12;

/** Where pieces stand, and what is known of what they were given. */
type Reading = {
  readonly find: FindName;
  readonly file: string;
  readonly given: ArgumentTexts;
  readonly steps: number;
};

/** All the texts that pieces may become. */
export function flatTexts(find: FindName, file: string, pieces: Pieces): readonly FlatText[] {
  return ways({ find, file, given: nothing, steps: 0 }, pieces);
}

function ways(reading: Reading, pieces: Pieces): readonly FlatText[] {
  let all: readonly FlatText[] = [[]];
  for (const piece of pieces) {
    const next = waysOf(reading, piece);
    all = all.flatMap((way) => next.map((more) => [...way, ...more])).slice(0, WAYS);
  }
  return all;
}

function waysOf(reading: Reading, piece: Pieces[number]): readonly FlatText[] {
  const { find, file, given, steps } = reading;
  if (typeof piece === 'string') return [[piece]];
  if ('hole' in piece) return [[piece]];
  if ('either' in piece) return piece.either.flatMap((way) => ways(reading, way)).slice(0, WAYS);
  if ('parameter' in piece)
    return given(`${file}#${piece.of}`, piece.parameter, piece.key) ?? [[{ ...piece, file }]];
  const open: readonly FlatText[] = [[{ hole: piece.name }]];
  if (steps > FARTHEST) return open;
  const target = find(file, piece.name);
  if (target?.kind !== 'here' || target.value === undefined) return open;
  const { value } = target;
  const there = { find, file: target.file, given: nothing, steps: steps + 1 };
  if ('text' in value) return ways(there, value.text);
  if (!('returns' in value)) return open;
  const { called } = piece;
  const self = `${target.file}#${target.name}`;
  const passed: ArgumentTexts = (of, parameter, key) => {
    const argument = called?.[parameter];
    if (of !== self || argument === undefined || key !== undefined) return [[{ hole: '' }]];
    return ways({ ...reading, steps: steps + 1 }, argument);
  };
  return ways({ ...there, given: passed }, value.returns);
}

/** The texts pieces may become, with `OPEN` for what is not known. */
export function textsWritten(find: FindName, file: string, pieces: Pieces): readonly string[] {
  return flatTexts(find, file, pieces).map((text) =>
    text.map((each) => (typeof each === 'string' ? each : OPEN)).join(''),
  );
}
