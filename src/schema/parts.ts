import {
  type AnyShape,
  decimal,
  type Defaulted,
  described,
  exactly,
  type Fields,
  type InferFields,
  listOf,
  mapOf,
  obeying,
  oneOf,
  or,
  type Shape,
  text,
  truth,
  turned,
  whole,
  type WrittenFields,
} from './shape.ts';

/** The pieces that files are made of. Functions: a command that reads no file must not pay for them. */

/** Text of at least one letter. */
export function words(about: string) {
  return described(about, text({ pattern: /\S/ }));
}

/** Text that may be empty. */
export function prose(about: string) {
  return described(about, text());
}

export function list(about: string) {
  return described(about, listOf(words('One entry.')));
}

/** A list that may be left out, and is empty then. */
export function items<S extends AnyShape>(about: string, item: S) {
  return or([], described(about, listOf(item)));
}

export function texts(about: string) {
  return or([], list(about));
}

export function map<const F extends Fields>(about: string, fields: F) {
  return described(about, mapOf(fields));
}

/** A map that may be left out; its keys have their defaults then. */
export function group<const F extends Fields>(about: string, fields: F) {
  return { optional: map(about, fields), or: {} } as Defaulted<InferFields<F>, WrittenFields<F>>;
}

export function flag(about: string) {
  return described(about, truth());
}

export function count(about: string, least = 0, most = 1_000) {
  return described(about, whole(least, most));
}

export function amount(about: string) {
  return described(about, decimal(0, 1e12));
}

export function share(about: string) {
  return described(about, decimal(0, 1));
}

export function choice<const T extends readonly string[]>(among: T, about: string) {
  return described(about, oneOf(among));
}

/** `90s`, `10m`, `4h`: a whole number and its unit; milliseconds in the normal form. */
export function duration(about: string): Shape<number, string> {
  const form = {
    pattern: /^[1-9]\d{0,8}(ms|s|m|h|d)$/,
    wrong: 'is not a duration',
    hint: 'write 90s, 10m or 4h',
  };
  return described(`${about} A duration such as 90s, 10m or 4h.`, turned(text(form), millisOf));
}

const unitMillis = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

function millisOf(written: string): number {
  return Number.parseInt(written, 10) * (unitMillis.get(written.replace(/^\d+/, '')) ?? 0);
}

/** The name of an environment variable: secrets are named, never written. */
export function variable(about?: string) {
  const wrong = 'must be the name of a variable, not its value';
  const name = text({ pattern: /^[A-Za-z_]\w{0,99}$/, wrong });
  return about === undefined ? name : described(about, name);
}

export function address(about: string, pattern = /^https?:\/\/\S+$/) {
  return described(about, text({ pattern, wrong: 'is not an http or https address' }));
}

/** A program and its arguments, which may be empty. */
export function argv(about?: string) {
  const program = obeying(listOf(text(), { least: 1 }), ([first]) =>
    first === undefined || /\S/.test(first) ? [] : [{ path: [0], message: 'names no program' }],
  );
  return about === undefined ? program : described(about, program);
}

/** Text with a rule: a function that says what is wrong with it. */
export function ruled(about: string, problem: (value: string) => string | undefined, what = '') {
  return obeying(words(about), (value) => {
    const wrong = problem(value);
    return wrong === undefined ? [] : [{ path: [], message: `${what}"${value}" ${wrong}` }];
  });
}

export function version() {
  return described('The version of this file format.', exactly(1));
}
