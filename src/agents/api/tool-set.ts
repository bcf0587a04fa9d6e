import { jsonSchema as toolSchema, tool, type ToolSet } from 'ai';

import { editFile, writeFile } from './tools/change.ts';
import { runCommand, searchText, type Shop } from './tools/command.ts';
import { findFiles, readLines, searchedPath } from './tools/look.ts';
import { type Place, Refused } from './tools/place.ts';
import { fits } from '../../schema/fits.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { problemTexts } from '../../schema/salvage.ts';
import {
  decimal,
  described,
  type Fields,
  mapOf,
  openMapOf,
  optional,
  type Shape,
  text,
  truth,
} from '../../schema/shape.ts';
import type { HandIn } from '../verdicts.ts';

const path = described('Relative to the working directory.', text());

/** What a role may use. A judge has nothing that writes or starts anything: such a tool is not there to be called. */
export function toolsFor(place: Place, shop: Shop, handIn: HandIn | undefined): ToolSet {
  const looking = lookingTools(place, shop);
  if (handIn !== undefined) return { ...looking, submit_verdict: verdictTool(handIn) };
  return shop.mayWrite ? { ...looking, ...changingTools(place, shop) } : looking;
}

function lookingTools(place: Place, shop: Shop): ToolSet {
  return {
    read: tool({
      description: 'Read a text file, or some of its lines.',
      inputSchema: input({
        path,
        offset: optional(described('The first line, from 1.', decimal())),
        limit: optional(described('How many lines.', decimal())),
      }),
      execute: ({ path: file, ...range }) => answer(shop, () => readLines(place, file, range)),
    }),
    glob: tool({
      description: 'List the files whose paths fit a pattern such as src/**/*.ts.',
      inputSchema: input({ pattern: text() }),
      execute: ({ pattern }) => answer(shop, () => findFiles(place, pattern)),
    }),
    grep: tool({
      description: 'Find lines that match an extended regular expression, as path:line:text.',
      inputSchema: input({ pattern: text(), path: optional(path) }),
      execute: ({ pattern, path: below }) =>
        answer(shop, async () => searchText(shop, pattern, await searchedPath(place, below))),
    }),
  };
}

function changingTools(place: Place, shop: Shop): ToolSet {
  return {
    edit: tool({
      description: 'Replace text in a file. It must stand there exactly once, unless all is set.',
      inputSchema: input({ path, from: text(), to: text(), all: optional(truth()) }),
      execute: (edit) => answer(shop, () => editFile(place, edit)),
    }),
    write: tool({
      description: 'Write a whole file; folders on the way are made.',
      inputSchema: input({ path, content: text() }),
      execute: ({ path: file, content }) => answer(shop, () => writeFile(place, file, content)),
    }),
    run: tool({
      description:
        'Run a shell command in the working directory. It has no terminal and no input; everything it starts ends with it.',
      inputSchema: input({
        command: text(),
        timeout: optional(described('Milliseconds, at most 600000.', decimal(1))),
      }),
      execute: (asked) => answer(shop, () => runCommand(shop, asked)),
    }),
  };
}

function verdictTool({ form, take }: HandIn): ToolSet[string] {
  return tool({
    description:
      'Hand in your verdict, once, when you have seen everything you need. What is wrong with it is answered; a verdict that is taken ends your work.',
    inputSchema: shaped(form.shape),
    execute: (verdict: unknown) => Promise.resolve(take(verdict)),
  });
}

/** What a tool takes. The model is told to add nothing; what it adds all the same is passed over. */
function input<const F extends Fields>(fields: F) {
  return shaped(openMapOf(fields), jsonSchema(mapOf(fields)));
}

function shaped<In>(shape: Shape<unknown, In>, told = jsonSchema(shape)) {
  return toolSchema<In>(told, {
    validate: (value) =>
      fits(shape, value)
        ? { success: true, value }
        : { success: false, error: new Error(problemTexts(shape, value).join('\n')) },
  });
}

/** What is refused or fails is told to the model, which can do it in another way. */
async function answer({ watch }: Shop, work: () => Promise<string>): Promise<string> {
  if (watch.stopped() !== undefined) return 'called off';
  try {
    return await watch.during(work());
  } catch (error) {
    if (error instanceof Refused) return `refused: ${error.message}`;
    return `failed: ${(error as NodeJS.ErrnoException).code ?? 'for an unknown reason'}`;
  }
}
