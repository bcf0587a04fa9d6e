import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AgentCall } from '../../ports/agents.ts';
import { type OpenAgent, unusable } from '../adapter.ts';
import { messageOf } from '../pinned-file.ts';
import { runProgram } from '../run-program.ts';
import { answerOf } from './answer.ts';
import { readScript } from './read-script.ts';
import type { Part, When } from './script.ts';

/** An agent without a model: a script says what it does and answers. It works in the sandbox like any other. */
export const openScripted: OpenAgent = async (settings, machine) => {
  const [name, ...rest] = settings.run;
  if (name === undefined || rest.length > 0)
    return unusable('a scripted agent takes one script file as `run`');
  const file = resolve(machine.configFolder, name);
  const pinned = await machine.pin(file).catch((error: unknown) => messageOf(error));
  if (typeof pinned === 'string') return unusable(`the script ${name} cannot be read: ${pinned}`);
  const read = readScript(await readFile(file, 'utf8'), name);
  if (!read.ok) return unusable(read.complaints.join('\n'));
  const { script } = read;
  const player = playerFile();
  return {
    files: [{ path: file, sha256: pinned.sha256 }],
    problem: undefined,
    call: async (call, cancel) => {
      const entry = script.find(({ when }) => fits(when, call));
      if (entry === undefined)
        return {
          stop: { kind: 'crash', because: unscripted(name, call) },
          text: '',
          usage: null,
          session: null,
          by: null,
        };
      const part: Part = { steps: entry.do, say: answerOf(entry, call) };
      const started = {
        argv: [process.execPath, player] as const,
        pins: [pinned],
        visible: [process.execPath, dirname(player)],
        stdin: JSON.stringify(part),
      };
      return runProgram(started, call, machine, cancel);
    },
  };
};

/** Whether an entry is for a call: everything it names has to agree. */
function fits(when: When, call: AgentCall): boolean {
  const auditor = call.auditor ?? 'acceptance';
  return (
    when.role === call.role &&
    (when.ticket ?? call.ticket) === call.ticket &&
    (when.auditor ?? auditor) === auditor &&
    (when.attempt ?? call.attempt) === call.attempt &&
    (when.try ?? call.try) === call.try &&
    (when.round ?? call.round) === call.round &&
    (when.clarification ?? call.clarification) === call.clarification
  );
}

function unscripted(name: string, { role, ticket, attempt, round }: AgentCall): string {
  return `the script ${name} has no entry for the ${role} of ${ticket || 'the epic'}, attempt ${attempt}, round ${round}`;
}

/** The program that plays an entry: beside this file in the sources, one folder up in what is published. */
function playerFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, 'player.ts'), join(here, '../agents/scripted-player.cjs')];
  return places.find((place) => existsSync(place)) ?? join(here, 'player.ts');
}
