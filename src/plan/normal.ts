import type {
  AgentSettings,
  Check,
  Command,
  Dimension,
  Environment,
  Limits,
  Prices,
  Setup,
} from '../model/config.ts';
import type { Reading, Standard } from '../model/epic.ts';
import type { AnyShape, Infer } from './shape.ts';
import type { Salvaged } from './salvage.ts';
import type * as part from './shape-parts.ts';

/** What both files share, completed with defaults. Parts that were wrong are simply not there. */

type Written<Make extends (about: string) => AnyShape> = Salvaged<Infer<ReturnType<Make>>> | undefined;

const SETUP_TIMEOUT = 600_000;

const unitMillis: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `10m` → 600000. The shape has checked the form; anything else is undefined. */
export function millisOf(text: string | undefined): number | undefined {
  const parts = /^(\d+)([a-z]+)$/.exec(text ?? '');
  const unit = unitMillis[parts?.[2] ?? ''];
  return unit === undefined ? undefined : Number(parts?.[1]) * unit;
}

export function present<T>(items: readonly (T | undefined)[] | undefined): readonly T[] {
  return (items ?? []).filter((item) => item !== undefined);
}

export function commandOf(written: Salvaged<Command> | undefined): Command {
  if (written === undefined) return '';
  return typeof written === 'string' ? written : present(written);
}

export function setupOf(written: Written<typeof part.setup>): Setup | null {
  if (written === undefined) return null;
  return {
    run: present(written.run).map(commandOf),
    copy: present(written.copy),
    link: present(written.link),
    timeout: millisOf(written.timeout) ?? SETUP_TIMEOUT,
  };
}

export function environmentsOf(written: Written<typeof part.environments>): readonly Environment[] {
  return present(written).map((one) => ({
    id: one.id ?? '',
    prefix: present(one.prefix),
    env: Object.fromEntries(Object.entries(one.env ?? {}).map(([name, value]) => [name, value ?? ''])),
    setup: setupOf(one.setup),
  }));
}

export function checksOf(written: Written<typeof part.verify>): readonly Check[] {
  return present(written).map((one) => ({
    id: one.id ?? '',
    run: commandOf(one.run),
    timeout: millisOf(one.timeout) ?? null,
    environments: present(one.environments),
    expect: one.expect ?? 0,
    ...placeOf(one.dir),
    ...(present(one.paths).length === 0 ? {} : { paths: present(one.paths).flatMap(withWhatIsBelow) }),
  }));
}

/** The folder in one spelling, as git names it: only so are the scripts in it known again. */
function placeOf(dir: string | undefined): { readonly dir?: string } {
  const steps = (dir ?? '').split('/').filter((step) => step !== '' && step !== '.');
  return steps.length === 0 ? {} : { dir: steps.join('/') };
}

/** A folder named without wildcards means everything in it. */
function withWhatIsBelow(glob: string): readonly string[] {
  if (/[*?]/.test(glob)) return [glob];
  const plain = glob.replace(/\/+$/, '');
  return [plain, `${plain}/**`];
}

/** Only what was written: the plan completes it, because an epic's limits override the configuration's. */
export function limitsOf(written: Written<typeof part.limits>): Readonly<Partial<Limits>> {
  const { ticketTimeout, agentTimeout, stall, ...numbers } = written ?? {};
  const durations = {
    ticketTimeout: millisOf(ticketTimeout),
    agentTimeout: millisOf(agentTimeout),
    stall: millisOf(stall),
  };
  const given = Object.entries({ ...numbers, ...durations }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

export function dimensionsOf(written: Written<typeof part.dimensions>): readonly Dimension[] {
  return present(written).map((one) => ({
    id: one.id ?? '',
    class: one.class ?? 'important',
    questions: present(one.questions),
  }));
}

export function agentOf(written: NonNullable<Written<typeof part.agent>>): AgentSettings {
  return {
    use: written.use ?? 'command',
    run: present(written.run),
    model: written.model ?? null,
    effort: written.effort ?? null,
    provider: written.provider ?? null,
    baseUrl: written.baseUrl ?? null,
    apiKeyEnv: written.apiKeyEnv ?? null,
    env: present(written.env),
    network: written.network ?? false,
    token: written.token ?? true,
    timeout: millisOf(written.timeout) ?? null,
    prices: written.prices ? pricesOf(written.prices) : null,
    ...(written.estimate
      ? { estimate: { usd: written.estimate.usd ?? null, tokens: written.estimate.tokens ?? null } }
      : {}),
  };
}

type WrittenPrices = NonNullable<NonNullable<Written<typeof part.agent>>['prices']>;

function pricesOf({ in: input, out, cached }: WrittenPrices): Prices {
  return { in: input ?? 0, out: out ?? 0, ...(cached === undefined ? {} : { cached }) };
}

export function readingOf(written: Written<typeof part.reading>): Reading {
  return { must: present(written?.must), reference: present(written?.reference) };
}

export function standardsOf(written: Written<typeof part.standards>): readonly Standard[] {
  return present(written).map(standardOf);
}

type WrittenStandard =
  | string
  | { readonly file?: string | undefined }
  | { readonly text?: string | undefined };

/** A string without spaces that has a slash or an extension is a path; everything else is the standard itself. */
export function standardOf(written: WrittenStandard): Standard {
  if (typeof written === 'string')
    return /^[^\s]+(\/|\.[A-Za-z]{1,8}$)/.test(written)
      ? { kind: 'file', path: written }
      : { kind: 'text', text: written };
  if ('file' in written) return { kind: 'file', path: written.file ?? '' };
  return { kind: 'text', text: 'text' in written ? (written.text ?? '') : '' };
}
