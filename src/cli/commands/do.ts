import { cliCommand } from '../command.ts';
import { givenByRequest } from '../../app/do/request-inputs.ts';
import { doOptions } from '../do/options.ts';
import { beginRun } from '../../app/run/begin.ts';
import { onTerminal } from '../run/terminal-screen.ts';

/** One piece of work without an epic file: the same run, gate, journal and decisions as an epic. */
const doRequest = cliCommand({
  name: 'do',
  summary: 'run one request (text, file or issue) as a one-ticket epic',
  operands: [['[text...]', 'the request, such as "add a rate limit to POST /orders"']],
  options: doOptions,
  note: '\nThe result is a branch epic/<id>. See it with gauntlet status; your checkout is never touched.',
  run(called) {
    const call = onTerminal(called);
    return beginRun(call, (place, repository) => givenByRequest(call, place, repository));
  },
});

export { doRequest as do };
