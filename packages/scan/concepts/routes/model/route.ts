import type { RoutePath } from './paths.ts';

/** One address that is served. */
export type Route = RoutePath & {
  /** Upper case; `ANY` for all. */
  readonly method: string;
  readonly file: string;
  readonly line: number;
  /** Whether all that stands before is known. */
  readonly isKnown: boolean;
  /** It is there because of where the file is. */
  readonly isFile: boolean;
};

export type RouteTable = {
  readonly routes: readonly Route[];
  /** Addresses below which something serves that is not understood. */
  readonly opaque: readonly (readonly string[])[];
  /** Routes whose address is not written down, and places where routes are added that nobody sees. */
  readonly unresolved: number;
};
