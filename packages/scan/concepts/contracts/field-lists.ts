/** One field of a record. `kind` is undefined where the type is nothing plain. */
export type ListedField = {
  readonly name: string;
  readonly type: string;
  readonly kind: Kind | undefined;
  readonly isOptional: boolean;
};

export type Kind = 'number' | 'text' | 'truth';

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['number', /^(?:number|int|int32|int64|integer|long|short|float|double|decimal|bigint)$/],
  ['text', /^(?:string|str|guid|uuid|datetime|datetimeoffset|date|dateonly|iso8601|char|text)$/],
  ['truth', /^(?:boolean|bool)$/],
];

/** What a type is in what is sent: a number, a text or a truth value; undefined for anything else. */
export function kindOf(type: string): Kind | undefined {
  const plain = type
    .toLowerCase()
    .replaceAll(/\s|\?$/g, '')
    .replace(/\|(?:null|undefined|none)$/, '')
    .replace(/^optional\[(.*)\]$/, '$1');
  return KINDS.find(([, shape]) => shape.test(plain))?.[0];
}

export function fieldOf(name: string, type: string, isOptional: boolean): ListedField {
  return { name, type: type.trim(), kind: kindOf(type.trim()), isOptional };
}

/** The fields of `{ id: number, name?: string, tags }`; those of records inside belong to those. */
export function fieldsIn(text: string): readonly ListedField[] {
  const fields: ListedField[] = [];
  for (const part of parts(text)) {
    const found = /^["']?(?<name>[A-Za-z_]\w*)["']?(?<optional>\?)?\s*(?::\s*(?<type>.*))?$/s.exec(
      part.trim(),
    );
    const { name, optional, type = '' } = found?.groups ?? {};
    if (name !== undefined) fields.push(fieldOf(name, type, optional !== undefined));
  }
  return fields;
}

/** What stands between the first brace and the one that closes it, cut at commas and semicolons of its own. */
function parts(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of text) {
    if ('}])>'.includes(letter)) depth -= 1;
    if (depth === 0 && part !== '') break;
    if (depth === 1 && /[,;\n]/.test(letter)) {
      found.push(part);
      part = '';
    } else if (depth > 0) part += letter;
    if ('{[(<'.includes(letter)) depth += 1;
  }
  return [...found, part].filter((each) => each.trim() !== '');
}

/** How many of these fields another record has too. */
export function sharedFields(fields: readonly ListedField[], others: readonly ListedField[]): number {
  const own = new Set(others.map(({ name }) => sameName(name)));
  return fields.filter(({ name }) => own.has(sameName(name))).length;
}

/** `user_id`, `UserId` and `userId` are one name to those who send it. */
export function sameName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
