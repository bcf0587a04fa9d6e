import type { CliCommand } from '../command.ts';
import { check } from './check.ts';
import { graph } from './graph.ts';
import { parse } from './parse.ts';
import { schema } from './schema.ts';

/** Every command there is, in the order in which help shows them. A command that does not work is not listed. */
export const commands: readonly CliCommand[] = [check, graph, parse, schema];
