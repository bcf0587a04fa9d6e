import type { Limits } from '../../model/config.ts';
import { bareEpic } from '../../model/epic.ts';
import { matches, planOf } from '../../plan/index.ts';
import { runChecks } from '../../gates/index.ts';
import type { CheckCall, CheckPorts } from './check-change.ts';

/** Why a fix is not taken for its coverage, which is below the floor (LOOP-05); undefined where it is not. */
export async function coverageProblem(
  ports: CheckPorts,
  call: CheckCall,
  limits: Limits,
): Promise<string | undefined> {
  const { coverage } = call.config.review;
  if (coverage === null) return undefined;
  const { floor } = coverage;
  const after = await measured(ports, call, call.head, limits);
  const isBelow = after !== undefined && after < floor;
  const before = isBelow ? await measured(ports, call, call.base, limits) : undefined;
  return coverageFault({ after, before, floor });
}

/** The floor holds also where the branch was below it before: a fixer may write the tests that are missing. */
export function coverageFault({
  after,
  before,
  floor,
}: Readonly<Record<'after' | 'before', number | undefined>> & { readonly floor: number }):
  | string
  | undefined {
  if (after === undefined) return 'the coverage command failed, or printed no percentage';
  if (after >= floor) return undefined;
  const was = before === undefined ? 'could not be measured' : `was ${before} %`;
  return `coverage is ${after} %, the floor is ${floor} %; before the fix it ${was}`;
}

async function measured(
  ports: CheckPorts,
  { id, config, folder, cancel }: CheckCall,
  commit: string,
  limits: Limits,
): Promise<number | undefined> {
  const run = config.review.coverage?.run ?? '';
  const epic = bareEpic(id, commit);
  const { environments } = planOf(epic, config);
  const plan = { environments: environments.slice(0, 1), verify: [], setup: config.setup, limits };
  const context = { ...ports, epic, plan, protect: [], matches, folder, cancel };
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
