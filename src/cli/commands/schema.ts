import { Argument } from 'commander';

import { jsonSchema } from '../../plan/index.ts';
import type { CliCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';

const names = ['epic', 'config'] as const;

/** The JSON Schemas that editors use to help with the files people write. */
export const schema: CliCommand = {
  name: 'schema',
  summary: 'print the JSON Schema of a file',
  define(command) {
    command.addArgument(new Argument('<name>', 'which').choices(names));
  },
  async run(call) {
    const name = names.find((each) => each === call.operands[0]) ?? 'epic';
    call.io.stdout.write(jsonText(jsonSchema(name)));
    return exitCodes.passed;
  },
};
