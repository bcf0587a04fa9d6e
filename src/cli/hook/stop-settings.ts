import { isMap } from '../../schema/fits.ts';
import { GauntletError } from '../../model/error.ts';
import { launcherLine } from './launcher.ts';

/** Settings of an agent's program, as far as they are read here; Claude Code and Codex have the same. */
type Settings = { hooks?: { Stop?: readonly Entry[] } & Record<string, unknown> } & Record<string, unknown>;
type Entry = { readonly hooks?: readonly { readonly command?: string }[] };

const command = launcherLine('hook stop');

/** The entry of our Stop hook. */
export const stopEntry = { hooks: [{ type: 'command', command, timeout: 120 }] };

/** The settings with our Stop hook, once; the rest stays as it is. */
export function withStop(text: string): string {
  const settings = settingsIn(text);
  const others = listed(settings.hooks?.Stop).filter((entry) => !isOurs(entry));
  return textOf({ ...settings, hooks: { ...settings.hooks, Stop: [...others, stopEntry] } });
}

/** The settings without it; empty where there is nothing else in them. */
export function withoutStop(text: string): string {
  if (text.trim() === '') return text;
  const { hooks = {}, ...settings } = settingsIn(text);
  const { Stop = [], ...events } = hooks;
  const others = listed(Stop).filter((entry) => !isOurs(entry));
  if (others.length === listed(Stop).length) return text;
  const left = { ...events, ...(others.length === 0 ? {} : { Stop: others }) };
  const rest = Object.keys(left).length === 0 ? settings : { ...settings, hooks: left };
  return Object.keys(rest).length === 0 ? '' : textOf(rest);
}

function listed(entries: unknown): readonly Entry[] {
  return Array.isArray(entries) ? entries : [];
}

function isOurs({ hooks = [] }: Entry): boolean {
  return hooks.some((hook) => hook.command?.endsWith(' gauntlet hook stop') === true);
}

function settingsIn(text: string): Settings {
  try {
    const value: Settings = text.trim() === '' ? {} : JSON.parse(text);
    if (isMap(value)) return value;
  } catch {
    // Said below.
  }
  throw new GauntletError('INPUT_INVALID', 'the settings of the agent are not a JSON object', {
    hint: 'Add the hook yourself: gauntlet hook stop --print',
  });
}

function textOf(settings: object): string {
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}
