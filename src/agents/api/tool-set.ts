import { jsonSchema as toolSchema, tool, type ToolSet } from 'ai';

import { fits } from '../../schema/fits.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { problemTexts } from '../../schema/salvage.ts';
import { decimal, described, optional, text, truth } from '../../schema/shape.ts';
import type { Tool } from '../tool.ts';
import { type HandIn, verdictTool } from '../verdicts.ts';
import { editFile, writeFile } from './tools/change.ts';
import { runCommand, searchText, type Shop } from './tools/command.ts';
import { lookTools, pathText, toolOf } from './tools/look.ts';
import type { ToolFolder } from './tools/place.ts';

/** What a role may use. A judge has nothing that writes or starts anything: such a tool is not there to be called. */
export function toolsFor(place: ToolFolder, shop: Shop, handIn: HandIn | undefined): ToolSet {
  const looking = lookTools(place, (pattern, from) => searchText(shop, pattern, from));
  const verdict = handIn === undefined ? [] : [verdictTool(handIn)];
  const changing = handIn === undefined && shop.mayWrite ? changingTools(place, shop) : [];
  const all = [...looking, ...verdict, ...changing];
  return Object.fromEntries(all.map((each) => [each.name, sdkTool(each, shop)]));
}

function changingTools(place: ToolFolder, shop: Shop): readonly Tool[] {
  return [
    toolOf(
      {
        name: 'edit',
        description: 'Replace text in a file. It must occur exactly once, unless all is set.',
      },
      { path: pathText, from: text(), to: text(), all: optional(truth()) },
      (edit) => editFile(place, edit),
    ),
    toolOf(
      { name: 'write', description: 'Write a whole file; missing folders are created.' },
      { path: pathText, content: text() },
      ({ path, content }) => writeFile(place, path, content),
    ),
    toolOf(
      {
        name: 'run',
        description:
          'Run a shell command in the working directory. It has no terminal and no input; everything it starts ends with it.',
      },
      { command: text(), timeout: optional(described('Milliseconds, at most 600000.', decimal(1))) },
      (asked) => runCommand(shop, asked),
    ),
  ];
}

function sdkTool({ description, shape, told = shape, use }: Tool, { watch }: Shop): ToolSet[string] {
  return tool({
    description,
    inputSchema: toolSchema(jsonSchema(told), {
      validate: (value) =>
        fits(shape, value)
          ? { success: true, value }
          : { success: false, error: new Error(problemTexts(shape, value).join('\n')) },
    }),
    execute: async (args: unknown) => {
      if (watch.stopped() !== undefined) return 'called off';
      const work = Promise.resolve(use(args as never, watch.signal));
      return (await watch.during(work)).text;
    },
  });
}
