import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { SteeringAct } from '../../src/serve/steering-acts.ts';
import type { RunView, SteerView, TicketView } from '../../src/serve/wire.ts';
import { Problem } from './parts.tsx';
import { postJson } from './store.ts';

type Wish = { readonly act: string; readonly ticket?: string; readonly reason?: string } & Readonly<
  Record<string, unknown>
>;

/** Asks something of the run and says what came of it. */
export function useSteering(): { ask: (wish: Wish) => Promise<boolean>; said: string; problem: string } {
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const ask = async (wish: Wish): Promise<boolean> => {
    setProblem('');
    try {
      setSaid((await postJson<SteerView>('steering', { ticket: '', reason: '', ...wish })).said);
      return true;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  return { ask, said, problem };
}

/** The acts that need a second click say what they do. */
const runActs: Readonly<
  Partial<Record<SteeringAct, { readonly name: string; readonly asks?: (run: RunView) => string }>>
> = {
  pause: { name: 'Pause' },
  unpause: { name: 'Go on' },
  stop: { name: 'Stop', asks: () => 'Stop after the running steps? Resume continues the run.' },
  resume: { name: 'Resume' },
  merge: {
    name: 'Merge',
    asks: ({ branch, baseRef }) => `Merge ${branch ?? 'the result'} into ${baseRef}? Nothing is pushed.`,
  },
};

/** What may be asked of the whole run; what is hard to take back is asked for twice. */
export function RunSteering({ run }: { readonly run: RunView }): JSX.Element {
  const { ask, said, problem } = useSteering();
  const [sure, setSure] = useState<SteeringAct | undefined>();
  const [busy, setBusy] = useState(false);
  const send = async (act: SteeringAct): Promise<void> => {
    setSure(undefined);
    setBusy(true);
    await ask({ act, reason: 'from the dashboard', tip: act === 'merge' ? run.tip : '' });
    setBusy(false);
  };
  return (
    <>
      {run.acts.map((act) => {
        const words = runActs[act];
        if (words === undefined) return null;
        const isAsked = words.asks !== undefined && sure !== act;
        return (
          <button
            key={act}
            type="button"
            class={act === 'merge' || act === 'resume' ? 'main-button' : ''}
            disabled={busy}
            onClick={() => (isAsked ? setSure(act) : void send(act))}
          >
            {sure === act ? `Yes, ${words.name.toLowerCase()}` : busy ? 'Working…' : words.name}
          </button>
        );
      })}
      {sure !== undefined && (
        <span role="status">
          {runActs[sure]?.asks?.(run)}{' '}
          <button type="button" onClick={() => setSure(undefined)}>
            No
          </button>
        </span>
      )}
      {run.acts.includes('parallel') && <Parallel developers={run.developers} ask={ask} />}
      {said !== '' && (
        <span role="status" class="said">
          {said}
        </span>
      )}
      <Problem text={problem} />
    </>
  );
}

/** What is typed stays while the run goes on: the page is drawn anew many times meanwhile. */
function Parallel({
  developers,
  ask,
}: {
  readonly developers: number;
  readonly ask: (wish: Wish) => Promise<boolean>;
}): JSX.Element {
  const [typed, setTyped] = useState<string | undefined>();
  const send = async (): Promise<void> => {
    const many = Number(typed);
    setTyped(undefined);
    if (Number.isInteger(many) && many > 0 && many !== developers)
      await ask({ act: 'parallel', developers: many, reason: 'from the dashboard' });
  };
  return (
    <label class="parallel">
      developers at the same time{' '}
      <input
        type="number"
        min={1}
        max={100}
        value={typed ?? developers}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={() => void send()}
      />
    </label>
  );
}

const actWords: Readonly<
  Record<string, { readonly name: string; readonly says: string; readonly needs: boolean }>
> = {
  note: { name: 'Leave a note', says: 'What the next developer should know', needs: true },
  retry: { name: 'One more round', says: 'Reason (shown to the developer)', needs: false },
  cancel: { name: 'Cancel', says: 'Reason (the ticket counts as failed until it is retried)', needs: true },
  edit: { name: 'Edit', says: 'Why (the ticket is checked again against the new text)', needs: true },
  skip: { name: 'Skip', says: 'Reason (the ticket does not count as passed)', needs: true },
};

/** What may be asked about one ticket; every act is recorded with who and why. */
export function TicketSteering({ view }: { readonly view: TicketView }): JSX.Element | null {
  const [act, setAct] = useState('');
  const [reason, setReason] = useState('');
  const [release, setRelease] = useState(false);
  const [text, setText] = useState('');
  const [from, setFrom] = useState('');
  const { ask, said, problem } = useSteering();
  const words = actWords[act];
  if (view.acts.length === 0) return null;
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const isNew = event.submitter?.getAttribute('value') === 'add';
    const isHeard = await ask({
      act: isNew ? 'add' : act,
      ticket: isNew ? '' : view.row.id,
      reason,
      releaseDependents: act === 'skip' && release,
      text: act === 'edit' ? text : '',
      from: act === 'edit' ? from : '',
    });
    if (!isHeard) return;
    setAct('');
    setReason('');
  };
  return (
    <section class="steering" aria-label="Steering">
      <p>
        {view.acts.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={act === each}
            onClick={() => {
              setAct(act === each ? '' : each);
              setText(view.text);
              setFrom(view.inputs);
            }}
          >
            {actWords[each]?.name ?? each}
          </button>
        ))}
      </p>
      {words !== undefined && (
        <form onSubmit={(event) => void send(event)}>
          <label for="steering-reason">
            {words.says}
            {words.needs && ' (needed)'}
          </label>
          <textarea
            id="steering-reason"
            rows={2}
            maxLength={4000}
            required={words.needs}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
          {act === 'edit' && (
            <>
              <label for="steering-text">The whole ticket, as in an epic file</label>
              <textarea
                id="steering-text"
                class="ticket-text"
                rows={14}
                spellcheck={false}
                maxLength={200_000}
                required
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </>
          )}
          {act === 'skip' && (
            <label>
              <input
                type="checkbox"
                checked={release}
                onChange={(event) => setRelease(event.currentTarget.checked)}
              />{' '}
              tickets that need it continue without it
            </label>
          )}
          <button type="submit" class="main-button">
            {words.name}
          </button>
          {act === 'edit' && (
            <button type="submit" value="add" title="Give it an id of its own first">
              Add as another ticket
            </button>
          )}
        </form>
      )}
      {said !== '' && (
        <p role="status" class="said">
          {said}
        </p>
      )}
      <Problem text={problem} />
    </section>
  );
}
