import { decisionLines, openDecisions } from '../../report/index.ts';
import type { OpenDecision } from '../../report/index.ts';
import { chooseEpic, epicRunsAt } from '../../project/kept/choose-run.ts';
import { clusterKnown } from '../../app/cluster/address.ts';
import { currentRun } from '../../app/cluster/copy-note.ts';
import type { CliCall } from '../command.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import {
  failuresOf,
  type LastOutput,
  lastOutputLines,
  lastOutputOf,
} from '../../project/kept/last-output.ts';
import { runOf, titlesOf } from '../../project/kept/read-run.ts';
import { type Answer, answer } from '../../project/answer.ts';
import { keptReviews, waitingReviews } from '../../project/kept/kept-reviews.ts';
import { shellWord } from '../../model/names.ts';
import type { EpicPlace, RepositoryPlace } from '../../project/state-folder.ts';

type Open = OpenDecision & { readonly epic: string; readonly lastOutput: LastOutput | null };

type Waiting = ReturnType<typeof waitingReviews>;

/** Lists the open decisions of one epic, or of all runs and reviews, each with the commands that answer it. */
export async function listDecisions(
  call: CliCall,
  here: RepositoryPlace,
  asked: string | undefined,
  ticket?: string,
): Promise<Answer> {
  const reviews = keptReviews(here);
  const waiting = asked === undefined ? waitingReviews(reviews) : [];
  const places = placesOf(call, here, { asked, hasReviews: reviews.length > 0 });
  for (const place of places) await currentRun(place, clusterKnown(call.io), call.io);
  const asking = places.filter((place) => runOf(place).state.asking.size > 0);
  const all = (await Promise.all(asking.map(openIn))).flat();
  const open = all.filter((each) => ticket === undefined || each.ticket === ticket);
  const epic = (asking[0] ?? places[0])?.id ?? null;
  const told = waiting.length === 0 && epic !== null ? {} : { reviews: waiting };
  const value = { epic, decisionsNeeded: open, ...told };
  if (open.length + waiting.length === 0) return answer(value, 'Nothing has to be decided.\n');
  const lines = [...reviewLines(waiting), ...decisionsText(open, asking.length > 1)];
  return answer(value, lines, exitCodes.person);
}

type Asked = { readonly asked: string | undefined; readonly hasReviews: boolean };

/** One journal that cannot be read does not hide what others ask; where it is the only one, reading it says why. */
function placesOf(call: CliCall, here: RepositoryPlace, { asked, hasReviews }: Asked): readonly EpicPlace[] {
  if (asked !== undefined) return [chooseEpic(asked, call.io)];
  const runs = epicRunsAt(here);
  if (runs.length === 0 && !hasReviews) return [chooseEpic(undefined, call.io)];
  const readable = runs.filter(({ state }) => state !== null);
  return (readable.length === 0 ? runs : readable).map(({ place }) => place);
}

async function openIn(place: EpicPlace): Promise<readonly Open[]> {
  const { state, inputs } = runOf(place);
  const open = openDecisions(state, titlesOf(place, inputs), place.id);
  const jobs = open.map((each) => ({ id: each.ticket, status: 'escalated' as const }));
  const failures = await failuresOf(place, jobs);
  return open.map((each) => ({
    epic: place.id,
    ...each,
    lastOutput: lastOutputOf(place, failures.get(each.ticket)),
  }));
}

function reviewLines(waiting: Waiting): readonly string[] {
  return waiting.flatMap(({ review, because, document, options: offered }) => [
    `review of ${review}: ${because}${document === null ? '' : ` (${document})`}`,
    `  gauntlet decide ${shellWord(review)} --${offered.join('|--')} --reason "…"`,
  ]);
}

function decisionsText(open: readonly Open[], isSeveral: boolean): readonly string[] {
  return open.flatMap((each, nth) => [
    ...(isSeveral && open[nth - 1]?.epic !== each.epic ? [`epic ${each.epic}`] : []),
    ...decisionLines([each], each.epic),
    ...(each.because === each.headline ? [] : [`  why: ${each.because}`]),
    ...lastOutputLines(each, each.lastOutput),
  ]);
}
