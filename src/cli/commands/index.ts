import type { CliCommand } from '../command.ts';
import { offerForCompletion } from '../completion/command-table.ts';
import { add } from './add.ts';
import { audit } from './audit.ts';
import { calibrate } from './calibrate.ts';
import { cancel } from './cancel.ts';
import { check } from './check.ts';
import { clean } from './clean.ts';
import { completion } from './completion.ts';
import { cost } from './cost.ts';
import { decide } from './decide.ts';
import { demo } from './demo.ts';
import { dismiss } from './dismiss.ts';
import { do as doRequest } from './do.ts';
import { doctor } from './doctor.ts';
import { edit } from './edit.ts';
import { events } from './events.ts';
import { explain } from './explain.ts';
import { hook } from './hook.ts';
import { init } from './init.ts';
import { lessons } from './lessons.ts';
import { logs } from './logs.ts';
import { mcp } from './mcp.ts';
import { merge } from './merge.ts';
import { note } from './note.ts';
import { open } from './open.ts';
import { parallel } from './parallel.ts';
import { parse } from './parse.ts';
import { pause } from './pause.ts';
import { report } from './report.ts';
import { resume } from './resume.ts';
import { retry } from './retry.ts';
import { review } from './review.ts';
import { run } from './run.ts';
import { schema } from './schema.ts';
import { skip } from './skip.ts';
import { serve } from './serve.ts';
import { status } from './status.ts';
import { sync } from './sync.ts';
import { undo } from './undo.ts';
import { unpause } from './unpause.ts';
import { waive } from './waive.ts';
import { why } from './why.ts';
import { worker } from './worker.ts';
import { workers } from './workers.ts';

/** Every command there is, in the order in which help shows them. A command that does not work is not listed. */
export const commands: readonly CliCommand[] = [
  doRequest,
  run,
  review,
  resume,
  status,
  serve,
  events,
  logs,
  cost,
  report,
  decide,
  why,
  pause,
  unpause,
  parallel,
  note,
  edit,
  add,
  retry,
  cancel,
  skip,
  demo,
  merge,
  open,
  undo,
  sync,
  worker,
  workers,
  dismiss,
  waive,
  lessons,
  hook,
  calibrate,
  audit,
  explain,
  check,
  parse,
  schema,
  init,
  mcp,
  doctor,
  clean,
  completion,
];

offerForCompletion(commands);
