import { beforePackages } from '../../engine/files/file-kinds.ts';

/** The name itself says that it is made up: `mockUsers`, `FAKE_ORDERS`, `dummyData`, `users_stub`. */
const MADE_UP =
  /^_?(?:mock|fake|dummy|stub|hardcoded)(?=[A-Z_]|s?$)|^_?(?:Mock|Fake|Dummy|Stub|Hardcoded)(?=[A-Z])|^_?(?:MOCK|FAKE|DUMMY|STUB|HARDCODED)_|(?:_|[a-z](?=[A-Z]))(?:mock|fake|dummy|stub|Mock|Fake|Dummy|Stub)s?(?:Data|_data)?$/;

export function isMadeUpName(name: string): boolean {
  return MADE_UP.test(name);
}

const SAMPLED = /^_?(?:sample|Sample)(?=[A-Z_])|^_?SAMPLE_/;

/** `sampleOrders`, `SAMPLE_DATA`: made up where data comes from; elsewhere it may be what was drawn, or an example. */
export function isSampleName(name: string): boolean {
  return SAMPLED.test(name);
}

/** Places whose very purpose is made-up data. */
const PLAYED =
  /(?:^|[/._-])(?:msw|mirage|seed|seeds|seeder|fixtures?|mocks?|fakes?|stubs?|samples|demo|faker|playground|sandbox)(?:[/._-]|$)/i;

/** Whether a file ships, and is not one that exists to make data up. */
export function isShipped({
  path,
  isTest,
  isSide,
}: {
  readonly path: string;
  readonly isTest: boolean;
  readonly isSide: boolean;
}): boolean {
  return !isTest && !isSide && !PLAYED.test(beforePackages(path));
}
