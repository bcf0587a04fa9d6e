import type { Io } from '../io.ts';

export type Paint = (style: Style, text: string) => string;

type Style = keyof typeof styles;

const styles = { error: '31', warning: '33', quiet: '2', good: '32', loud: '1;33' } as const;

/** How to colour what goes to stdout. Colour only repeats what a word already says. */
export function painter(io: Io, asked: boolean): Paint {
  // Asked at the first word that wants colour: to find out whether there is a terminal costs something.
  let may: boolean | undefined;
  return (style, text) => {
    may ??= asked && mayColour(io);
    return may ? `\u001b[${styles[style]}m${text}\u001b[0m` : text;
  };
}

function mayColour(io: Io): boolean {
  if (isSet(io.env['NO_COLOR']) || io.env['TERM'] === 'dumb') return false;
  return isSet(io.env['FORCE_COLOR']) || io.stdout.isTty();
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}
