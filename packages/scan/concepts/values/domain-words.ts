/** What fields are called that hold one of a closed set of values. */
const FIELDS =
  'status state role priority stage phase type kind category level visibility severity plan tier';

/** `order` as `Order`. */
export function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** `Order` as `order`. */
export function lowered(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

const FIELD = new RegExp(`(?:^|_|(?<=[a-z]))(?:${FIELDS.replaceAll(' ', '|')})$`, 'i');

/** `status`, `orderStatus`, `order_status`. */
export function isDomainField(name: string): boolean {
  return FIELD.test(name);
}

const NAME = new RegExp(FIELDS.replaceAll(' ', '|'), 'i');

/** Whether a set of values named so may be one of states: `statusOptions`, `ORDER_STATUSES`. */
export function isDomainName(name: string): boolean {
  return NAME.test(name);
}

/** `OrderStatus`, `order_status`, `ORDER_STATUSES`, `statusOptions` as words in small letters, each in the singular. */
export function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== '')
    .map((word) => singular(word.toLowerCase()));
}

function singular(word: string): string {
  if (word.endsWith('statuses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|us|is)$/.test(word) || !word.endsWith('s') ? word : word.slice(0, -1);
}
