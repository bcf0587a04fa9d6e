import { GauntletError } from '../../model/error.ts';
import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import { allowRedFlag } from '../allow-red.ts';
import { cliCommand } from '../command.ts';
import type { ReviewCall } from '../review/options.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { launcherLine, launcherScript } from '../hook/launcher.ts';
import { prePush } from '../hook/pre-push.ts';
import { stop } from '../hook/stop.ts';

type Hook = { run(call: ReviewCall): Promise<ExitCode>; readonly print: string };

const hooks: Readonly<Record<string, Hook>> = {
  'pre-push': { run: prePush, print: launcherScript('hook pre-push') },
  stop: {
    run: stop,
    print: `${JSON.stringify(
      {
        hooks: {
          Stop: [{ hooks: [{ type: 'command', command: launcherLine('hook stop'), timeout: 120 }] }],
        },
      },
      undefined,
      2,
    )}\n`,
  },
};

/** A look without a model where other programs ask for one: git before it pushes, an agent before it stops. */
export const hook = cliCommand({
  name: 'hook',
  summary: 'look without a model when git pushes (pre-push) or an agent stops (stop)',
  operands: [
    ['<event>', Object.keys(hooks).join(' or ')],
    ['[words...]', 'what git adds: the remote and its address'],
  ],
  options: [
    ['--print', 'print what to put into .git/hooks/pre-push or .claude/settings.json'],
    ['--base <ref>', 'stop: what to compare with'],
    ['--no-checks', 'do not run the verification commands of gauntlet.yaml'],
    allowRedFlag,
    ['--depth <depth>', 'how hard to look', { choices: depths }],
    ['--fail-on <severity>', 'the mildest severity that fails', { choices: severities, initial: 'HIGH' }],
    ['--config <file>', 'the configuration, instead of gauntlet.yaml at the base'],
  ],
  // An agent's program takes 2 for "go on": an agent cannot mend the command line that its settings call.
  usageCode: (args) => (args.includes('pre-push') ? exitCodes.usage : exitCodes.environment),
  async run(call) {
    const [event = ''] = call.operands;
    const found = hooks[event];
    if (found === undefined || !Object.hasOwn(hooks, event))
      throw new GauntletError('USAGE_INVALID', `there is no hook ${JSON.stringify(event)}`, {
        hint: `Hooks: ${Object.keys(hooks).join(', ')}.`,
      });
    if (call.options.print !== true) return found.run(call);
    call.io.stdout.write(call.json ? jsonText({ event, text: found.print }) : found.print);
    return exitCodes.passed;
  },
});
