import type { CommandGroup } from '../build-command.ts';
import type { CliCommand } from '../command.ts';
import { offerForCompletion } from '../completion/command-table.ts';
import { audit } from './audit.ts';
import { calibrate } from './calibrate.ts';
import { cancel } from './steering/cancel.ts';
import { check } from './check.ts';
import { clean } from './setting-up/clean.ts';
import { completion } from './setting-up/completion.ts';
import { cost } from './looking/cost.ts';
import { decide } from './decide.ts';
import { demo } from './demo.ts';
import { dismiss } from './dismiss.ts';
import { do as doRequest } from './do.ts';
import { doctor } from './doctor.ts';
import { events } from './looking/events.ts';
import { explain } from './looking/explain.ts';
import { hook } from './hook.ts';
import { init } from './init.ts';
import { land } from './land.ts';
import { lessons } from './looking/lessons.ts';
import { logs } from './looking/logs.ts';
import { mcp } from './setting-up/mcp.ts';
import { merge } from './merge.ts';
import { parallel } from './steering/parallel.ts';
import { parse } from './setting-up/parse.ts';
import { pause } from './steering/pause.ts';
import { report } from './looking/report.ts';
import { resume } from './resume.ts';
import { review } from './review.ts';
import { run } from './run.ts';
import { schema } from './setting-up/schema.ts';
import { serve } from './serve.ts';
import { status } from './looking/status.ts';
import { sync } from './steering/sync.ts';
import { ticket } from './steering/ticket.ts';
import { undo } from './steering/undo.ts';
import { unpause } from './steering/unpause.ts';
import { welcome } from './welcome.ts';
import { worker } from './setting-up/worker.ts';
import { workers } from './setting-up/workers.ts';

/** The commands as help shows them. The first groups are for every day; `help --all` shows the rest too. */
export const commandGroups: readonly CommandGroup[] = [
  { title: 'Start', commands: [init, doctor, demo] },
  { title: 'Work', commands: [doRequest, run, review, audit] },
  { title: 'Watch and decide', commands: [status, decide, serve] },
  {
    title: 'Continue and finish a run',
    commands: [resume, cancel, merge, land, ticket, pause, unpause, parallel, sync, undo],
  },
  { title: 'Look closer', commands: [logs, events, cost, report, explain, lessons, dismiss, calibrate] },
  { title: 'Set up', commands: [hook, check, schema, mcp, completion, clean, parse, worker, workers] },
];

export const commands: readonly CliCommand[] = commandGroups.flatMap((group) => group.commands);

/** Not named by people: `gauntlet` alone. */
export const unnamed: readonly CliCommand[] = [welcome];

offerForCompletion(commands);
