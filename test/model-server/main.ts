// node test/model-server/main.ts [--port N] [--scenario NAME | --script FILE]: prints its address and stays.
import { parseArgs } from 'node:util';

import { startModelServer } from './server.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, scenario: { type: 'string' }, script: { type: 'string' } },
});
const server = await startModelServer({
  ...(values.port === undefined ? {} : { port: Number(values.port) }),
  ...(values.scenario === undefined ? {} : { scenario: values.scenario }),
  ...(values.script === undefined ? {} : { script: values.script }),
});
process.stdout.write(`${server.url}\n`);
