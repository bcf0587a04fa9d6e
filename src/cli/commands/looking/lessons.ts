import { readFindingMemory, writeFindingMemory } from '../../../journal/index.ts';
import { GauntletError } from '../../../model/error.ts';
import type { FindingMemory } from '../../../model/finding-memory.ts';
import { allLessons, type KnownLesson, lessonAfter } from '../../../review/index.ts';
import { cliCommand } from '../../command.ts';
import { repositoryAt } from '../../../project/state-folder.ts';
import { answer } from '../../../project/answer.ts';

/** What this repository has learnt from findings that were fixed: what developers are told, and how to take it back. */
export const lessons = cliCommand({
  name: 'lessons',
  summary: 'show lessons that developers get from recurring findings; forget one',
  options: [
    ['--forget <kind>', 'stop giving developers this lesson'],
    ['--recall <kind>', 'give developers this lesson again'],
  ],
  note: `\nA kind of finding that was fixed ${lessonAfter} times becomes a line in the prompt of the next developer. learning: false in gauntlet.yaml switches it off.`,
  async run(call) {
    if (call.options.forget !== undefined && call.options.recall !== undefined)
      throw new GauntletError('USAGE_INVALID', 'use --forget or --recall, not both');
    const { state } = repositoryAt(call.io.cwd);
    const memory = readFindingMemory(state);
    const changed = changedBy(memory, call.options.forget, call.options.recall);
    if (changed !== memory) await writeFindingMemory(state, changed);
    const all = allLessons(changed);
    return answer({ lessons: all }, all.length > 0 ? all.map(line) : ['no recurring findings yet']);
  },
});

function changedBy(
  memory: FindingMemory,
  forget: string | undefined,
  recall: string | undefined,
): FindingMemory {
  const kind = (forget ?? recall)?.trim().toLowerCase();
  if (kind === undefined) return memory;
  const known = allLessons(memory).map((each) => each.kind);
  if (!known.includes(kind))
    throw new GauntletError('USAGE_INVALID', `there is no lesson ${JSON.stringify(kind)}`, {
      hint: known.length === 0 ? 'Nothing was learnt yet.' : `There are: ${known.join(', ')}.`,
    });
  const others = (memory.forgotten ?? []).filter((each) => each !== kind);
  return { ...memory, forgotten: forget === undefined ? others : [...others, kind] };
}

function line({ kind, times, origin, example, isTold }: KnownLesson): string {
  return `${isTold ? 'active' : 'off   '} ${kind}: ${times} times, last in ${origin}: ${example}`;
}
