import { parseGlob } from '../../src/plan/glob.ts';
import { segmentsMeet } from '../../src/plan/touches.ts';

/** Whether two globs can match one path. Exact for `*`, `**`, `?` and `{a,b}`; otherwise unsure means yes. */
export function overlap(a: string, b: string): boolean {
  return parseGlob(a).some((one) => parseGlob(b).some((other) => segmentsMeet(one, other)));
}
