import { signalNames } from '../../src/formats/index.ts';
import type { SignalName } from '../../src/formats/signals/names.ts';
import { severities } from '../../src/model/severity.ts';
import { auditors, roles } from '../../src/model/team.ts';
import { isMap } from '../../src/schema/fits.ts';
import { normal } from '../../src/schema/normal.ts';
import { argv, ruled } from '../../src/schema/parts.ts';
import {
  either,
  exactly,
  type Infer,
  type InferOf,
  listOf,
  mapOf,
  nullable,
  obeying,
  once,
  oneOf,
  optional,
  or,
  text,
  turned,
  whole,
} from '../../src/schema/shape.ts';

const anyCount = or(null, whole());

/** Which calls an entry is for; what is null fits any. */
const when = mapOf({
  role: oneOf(roles),
  ticket: or(null, text()),
  /** `acceptance` is the auditor of a ticket's criteria. */
  auditor: or(null, oneOf([...auditors, 'acceptance'])),
  attempt: anyCount,
  try: anyCount,
  round: anyCount,
  clarification: anyCount,
});

export type When = Infer<typeof when>;

/** A path that stays in the working directory. The player looks for links. */
function path() {
  return ruled('A file.', (given) => {
    const parts = given.split(/[\\/]/);
    const isPlain = !given.includes('\0') && !parts.includes('..') && parts[0] !== '';
    return isPlain && !/^[A-Za-z]:/.test(given) ? undefined : 'must be a path inside the working directory';
  });
}

/** One thing done in the working directory, inside the sandbox. */
const step = once(() =>
  either([
    turned(mapOf({ write: path(), text: text() }), ({ write, ...rest }) => {
      return { kind: 'write' as const, path: write, ...rest };
    }),
    turned(mapOf({ append: path(), text: text() }), ({ append, ...rest }) => {
      return { kind: 'append' as const, path: append, ...rest };
    }),
    turned(mapOf({ replace: path(), from: text(), to: text() }), ({ replace, ...rest }) => {
      return { kind: 'replace' as const, path: replace, ...rest };
    }),
    turned(mapOf({ delete: path() }), (given) => ({ kind: 'delete' as const, path: given.delete })),
    turned(mapOf({ commit: text() }), ({ commit }) => ({ kind: 'commit' as const, message: commit })),
    turned(mapOf({ wait: whole() }), ({ wait }) => ({ kind: 'wait' as const, milliseconds: wait })),
    turned(mapOf({ run: argv() }), ({ run }) => ({ kind: 'run' as const, argv: run })),
  ]),
);

export type Step = InferOf<typeof step>;

const some = or([], listOf(text()));
const words = or('', text());

/** Parts of an answer. Each signal takes those that belong to it. */
const parts = {
  /** `changed`: what the prompt lists (a judge), or what the entry changes (a developer). */
  files: or('changed', either([exactly('changed'), listOf(text())])),
  tests: some,
  /** `pass`: every verification command of the prompt, claimed as passed. */
  matrix: or(
    [],
    either([
      exactly('pass'),
      listOf(
        mapOf({
          check: words,
          environment: words,
          exitCode: or(0, whole()),
          result: or('PASS', oneOf(['PASS', 'FAIL'])),
        }),
      ),
    ]),
  ),
  summary: or('done as asked', text()),
  kind: or(null, oneOf(['information', 'scope', 'dependency', 'infrastructure', 'other'])),
  blocker: words,
  dependsOn: or(null, text()),
  attempted: words,
  needed: words,
  checks: some,
  question: words,
  options: some,
  issues: or(
    [],
    listOf(
      mapOf({
        file: words,
        line: or(0, whole()),
        message: text(),
        severity: or('HIGH', oneOf(severities)),
      }),
    ),
  ),
  fixes: some,
  priority: or('HIGH', oneOf(['HIGH', 'MEDIUM', 'LOW'])),
  /** Criteria an auditor fails, by their id. */
  failed: some,
};

const partsShape = mapOf(parts);

export type Parts = Infer<typeof partsShape>;

const forms = ['say', 'pass', 'fail'] as const;

/** An entry with its answer: as written, or put together from its parts in the format of the role. */
const entry = once(() => {
  const keys = mapOf({
    when,
    do: or([], listOf(step())),
    say: optional(either([text(), mapOf({ signal: oneOf(signalNames), ...parts })])),
    pass: optional(nullable(partsShape)),
    fail: optional(nullable(partsShape)),
  });
  const oneForm = obeying(keys, (_, written) =>
    isMap(written) && forms.filter((form) => form in written).length === 1
      ? []
      : [{ path: [], message: 'must have one of say, pass and fail' }],
  );
  return turned(oneForm, ({ when: calls, do: steps, say, pass, fail }) => ({
    when: calls,
    do: steps,
    say: sayingOf(say, pass, fail),
  }));
});

type Said = string | (Parts & { readonly signal: SignalName });

type Saying =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parts'; readonly signal: SignalName | 'pass' | 'fail'; readonly parts: Parts };

function sayingOf(say: Said | undefined, pass?: Parts | null, fail?: Parts | null): Saying {
  if (typeof say === 'string') return { kind: 'text', text: say };
  if (say !== undefined) return { kind: 'parts', signal: say.signal, parts: say };
  const signal = pass === undefined ? 'fail' : 'pass';
  return { kind: 'parts', signal, parts: pass ?? fail ?? normal(partsShape, {}) };
}

export type Entry = InferOf<typeof entry>;

/** What a scripted agent does, call by call. The first entry that fits is played. */
export const scriptShape = once(() => listOf(entry()));

export type Script = readonly Entry[];
