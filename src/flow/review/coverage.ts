import type { Limits } from '../../model/config.ts';
import { bareEpic } from '../../model/bare-epic.ts';
import { matches, planOf } from '../../plan/index.ts';
import { runChecks } from '../../gates/index.ts';
import type { CheckCall } from './check-change.ts';
import type { Desk } from './desk.ts';

/** Why a fix lowers coverage too far: below the floor, or below what it was (LOOP-05); undefined where it does not. */
export async function coverageProblem(
  desk: Desk,
  call: CheckCall,
  limits: Limits,
): Promise<string | undefined> {
  const { coverage } = call.config.review;
  if (coverage === null) return undefined;
  const after = await measured(desk, call, call.head, limits);
  if (after === undefined) return 'the coverage command failed, or printed no percentage';
  if (after >= coverage.floor) return undefined;
  // A project that was below the floor before is not the fixer's: it may not sink further.
  const before = await measured(desk, call, call.base, limits);
  if (before !== undefined && before < coverage.floor && after >= before) return undefined;
  return `coverage is ${after} %, the floor is ${coverage.floor} %${before === undefined ? '' : `, and it was ${before} %`}`;
}

async function measured(
  desk: Desk,
  { id, config, folder, cancel }: CheckCall,
  commit: string,
  limits: Limits,
): Promise<number | undefined> {
  const run = config.review.coverage?.run ?? '';
  const epic = bareEpic(id, commit);
  const { environments } = planOf(epic, config);
  const plan = { environments: environments.slice(0, 1), verify: [], setup: config.setup, limits };
  const context = { ...desk.ports, epic, plan, protect: [], matches, folder, cancel };
  const check = { id: 'coverage', run, timeout: null, environments: [], expect: 0 };
  const { cells } = await runChecks(context, commit, [check]);
  const [cell] = cells;
  return cell?.status === 'PASS' ? percentIn(cell.log) : undefined;
}

/** The last percentage that is printed, on a line about the total where there is one. */
export function percentIn(log: string): number | undefined {
  const lines = log.split('\n').filter((line) => /\d\s*%|\btotal\b|all files/i.test(line));
  const line = lines.findLast((each) => /total|all files|lines/i.test(each)) ?? lines.at(-1) ?? '';
  const found = /(\d{1,3}(?:\.\d+)?)\s*%/.exec(line) ?? /\|\s*(\d{1,3}(?:\.\d+)?)\s*\|/.exec(line);
  const percent = Number(found?.[1] ?? Number.NaN);
  return percent >= 0 && percent <= 100 ? percent : undefined;
}
