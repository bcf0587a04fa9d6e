import { cliCommand } from '../../command.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import { jsonText } from '../../../project/json-text.ts';
import { schemaNamed, schemaNames } from '../../schema-named.ts';

/** The JSON Schemas that help with the files people write and with the events programs read. */
export const schema = cliCommand({
  name: 'schema',
  summary: 'print the JSON Schema of a file or of the events',
  operands: [['<name>', 'which', { choices: schemaNames }]],
  async run(call) {
    const name = schemaNames.find((each) => each === call.operands[0]) ?? 'epic';
    call.io.stdout.write(jsonText(schemaNamed(name)));
    return exitCodes.passed;
  },
});
