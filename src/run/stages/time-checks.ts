import type { StageContext, StageWork } from '../stage-context.ts';

/** What commands of a step took, in milliseconds. The rest of the step is our own work. */
export type CheckTimes = { readonly setupMs: number; readonly checksMs: number };

/** The same stage, which also records how long setup and check commands took (REAL-07). */
export function timedChecks(work: StageWork): StageWork {
  return async (context, assignment, cancel) => {
    const times = { setupMs: 0, checksMs: 0 };
    const result = await work(timedContext(context, times), assignment, cancel);
    if (result !== undefined) await context.records.put(assignment.run, 'times', times satisfies CheckTimes);
    return result;
  };
}

function timedContext(context: StageContext, times: { setupMs: number; checksMs: number }): StageContext {
  return {
    ...context,
    processes: {
      ...context.processes,
      run: async (program, cancel) => {
        const end = await context.processes.run(program, cancel);
        times.checksMs += end.durationMs;
        return end;
      },
    },
    setups: {
      ...context.setups,
      ready: async (...args) => {
        const ready = await context.setups.ready(...args);
        times.setupMs += ready.commandsMs ?? 0;
        return ready;
      },
    },
  };
}
