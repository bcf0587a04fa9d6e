import { Option } from 'commander';

import { GauntletError } from '../../model/error.ts';
import { formatComplaint, graphJson, graphMermaid, planOf, readConfig } from '../../plan/index.ts';
import { type CliCommand, textOption } from '../command.ts';
import { readEpicFile } from '../epic-file.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { readInput } from '../read-input.ts';
import { clean } from '../say-error.ts';

/** The dependencies of an epic's tickets, for a document or for a program. */
export const graph: CliCommand = {
  name: 'graph',
  summary: 'draw the tickets of an epic and what they wait for',
  define(command) {
    command.argument('<epic>', 'the epic file; - for stdin');
    command.addOption(new Option('--format <format>', 'how').choices(['mermaid', 'json']).default('mermaid'));
  },
  async run(call) {
    const input = await readInput(call.operands[0] ?? '', call.io);
    const { epic, config = readConfig({ file: 'gauntlet.yaml', text: undefined }) } = readEpicFile(
      input,
      call.io,
    );
    if (!epic.ok || !config.ok) {
      for (const complaint of [...epic.complaints, ...config.complaints]) {
        call.io.stderr.write(clean(formatComplaint(complaint)));
      }
      throw new GauntletError('PLAN_INVALID', `${input.name} cannot be drawn before it is right`, {
        hint: `gauntlet check ${input.name} --json says what is wrong, for programs too.`,
      });
    }
    const plan = planOf(epic.value, config.value);
    const asJson = call.json || textOption(call, 'format') === 'json';
    call.io.stdout.write(asJson ? jsonText(graphJson(plan)) : graphMermaid(plan));
    return exitCodes.passed;
  },
};
