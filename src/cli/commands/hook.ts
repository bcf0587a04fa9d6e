import { GauntletError } from '../../model/error.ts';
import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import { allowRedFlag } from '../allow-red.ts';
import { cliCommand } from '../command.ts';
import type { ReviewCliCall } from '../review/options.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { changeHooks } from '../hook/install.ts';
import { launcherScript } from '../hook/launcher.ts';
import { preCommit } from '../hook/pre-commit.ts';
import { prePush } from '../hook/pre-push.ts';
import { stop } from '../hook/stop.ts';
import { stopEntry } from '../hook/stop-settings.ts';
import { answer } from '../../project/answer.ts';

type Hook = { run(call: ReviewCliCall): Promise<ExitCode>; readonly print: string };

const hooks: Readonly<Record<string, Hook>> = {
  'pre-commit': { run: preCommit, print: launcherScript('hook pre-commit') },
  'pre-push': { run: prePush, print: launcherScript('hook pre-push') },
  stop: { run: stop, print: `${JSON.stringify({ hooks: { Stop: [stopEntry] } }, undefined, 2)}\n` },
};

/** Events that a person or git calls: a wrong command line is a wrong command line. */
const byPeople = new Set(['install', 'remove', 'pre-commit', 'pre-push']);

/** A look without a model where other programs ask for one: git before it pushes, an agent before it stops. */
export const hook = cliCommand({
  name: 'hook',
  summary: 'install hooks that review without a model at commit, push or agent stop',
  operands: [
    ['<event>', `install or remove (internal: ${Object.keys(hooks).join(', ')})`],
    ['[hook...]', 'hooks to install or remove: pre-commit, pre-push, claude, codex (default: pre-push)'],
  ],
  options: [
    ['--print', 'print what to put into .git/hooks/pre-push or .claude/settings.json'],
    ['--base <ref>', 'stop hook: the commit to compare with'],
    ['--no-checks', 'do not run the verification commands of gauntlet.yaml'],
    allowRedFlag,
    [
      '--depth <depth>',
      'how thorough the review is (default: gauntlet.yaml, else by risk)',
      { choices: depths },
    ],
    ['--fail-on <severity>', 'fail at this severity or worse', { choices: severities, initial: 'HIGH' }],
    ['--config <file>', 'the configuration, instead of gauntlet.yaml at the base'],
  ],
  // An agent's program takes 2 for "go on": an agent cannot fix the command line that its settings call.
  usageCode: (args) => (args.some((word) => byPeople.has(word)) ? exitCodes.usage : exitCodes.environment),
  async run(call) {
    const [event = ''] = call.operands;
    if (event === 'install' || event === 'remove') return changeHooks(call, event === 'install');
    const found = hooks[event];
    if (found === undefined || !Object.hasOwn(hooks, event))
      throw new GauntletError('USAGE_INVALID', `there is no hook ${JSON.stringify(event)}`, {
        hint: `Hooks: ${Object.keys(hooks).join(', ')}.`,
      });
    if (call.options.print !== true) return found.run(call);
    return answer({ event, text: found.print }, found.print);
  },
});
