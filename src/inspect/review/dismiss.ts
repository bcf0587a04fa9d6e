import { readFindingMemory, writeFindingMemory } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { FindingMemory } from '../../model/finding-memory.ts';
import type { Call } from '../../project/call.ts';
import { personOf } from '../../project/person.ts';
import { repositoryAt } from '../../project/state-folder.ts';
import { type Answer, answer } from '../../project/answer.ts';

/** Records that one finding is left alone, or with `--undo` that it counts again. */
export async function dismissFinding(
  call: Call<{ readonly undo: true | undefined }>,
  { until, reason }: { readonly until: string | null; readonly reason: string },
): Promise<Answer> {
  const { state } = repositoryAt(call.io.cwd);
  const memory = readFindingMemory(state);
  const fingerprint = named(memory, call.operands[0] ?? '');
  const others = memory.dismissed.filter((each) => each.fingerprint !== fingerprint);
  const isUndone = call.options.undo === true;
  if (!isUndone && reason.trim() === '')
    throw new GauntletError('USAGE_INVALID', 'say why with --reason: it is recorded with your name');
  const seen = memory.seen[fingerprint];
  const by = personOf(call.io);
  const around = seen?.around ?? '';
  const worst = seen?.severity === undefined ? {} : { severity: seen.severity };
  const dismissal = { fingerprint, reason, by, at: Date.now(), until, around, ...worst };
  const dismissed = isUndone ? others : [...others, dismissal];
  await writeFindingMemory(state, { ...memory, dismissed });
  const place =
    seen === undefined
      ? ''
      : ` (${[seen.rule, seen.line > 0 ? `${seen.file}:${seen.line}` : seen.file].filter(Boolean).join(' ')})`;
  const what = isUndone ? 'counts again' : until === null ? 'is dismissed' : `is waived until ${until}`;
  const value = { fingerprint, dismissed: !isUndone, until, reason, by };
  return answer(value, [`${fingerprint}${place} ${what}, recorded as ${by}`]);
}

/** A whole fingerprint that was shown or dismissed here, from its beginning. */
function named({ seen, dismissed }: FindingMemory, beginning: string): string {
  const known = [...new Set([...Object.keys(seen), ...dismissed.map(({ fingerprint }) => fingerprint)])];
  const found = known.filter(
    (each) => each === beginning || (beginning.length >= 6 && each.startsWith(beginning)),
  );
  const [one, ...more] = found;
  if (one !== undefined && more.length === 0) return one;
  const problem = one === undefined ? 'no review here has shown a finding' : 'several findings begin';
  throw new GauntletError('USAGE_INVALID', `${problem} ${JSON.stringify(beginning)}`, {
    hint: 'Each finding of gauntlet review has its fingerprint below it, and in --json.',
  });
}
