import type { Finding } from '../model/finding.ts';
import { identity } from './brief.ts';
import { treeRules } from './files.ts';
import { findingText } from './finding-text.ts';
import { chapter, data, findingCap, section, type Section, words } from './section.ts';

/** One claim with the code that it is about, as it is at the judged commit. */
export type Claim = { readonly finding: Finding; readonly around: string };

export type SecondLookInput = {
  readonly id: string;
  readonly token: string | null;
  readonly claims: readonly Claim[];
};

/** Asks whether exactly these claims hold: not for more findings, and not who made them. */
export function secondLookAssignment({ id, token, claims }: SecondLookInput): readonly Section[] {
  const entries = claims.map(({ finding, around }, nth) => {
    const code = around === '' ? '' : `\nCode:\n${around}`;
    return `${nth + 1}. ${findingText(finding).slice(0, 1_200)}${code.slice(0, 1_200)}`;
  });
  const sample = {
    ...(token === null ? {} : { token }),
    claims: [{ number: 1, verdict: '<word>', reason: '<sentence>' }],
  };
  return [
    chapter('Second Look Assignment', words(...identity(id, token))),
    section(
      'Claims',
      words('Somebody says this of the code in front of you:'),
      data(entries, { ...findingCap, entry: 2_500 }),
    ),
    section('Instructions', words(...secondLookInstructions.map((line) => `- ${line}`))),
    section(
      'Answer Format',
      words(
        'End with this JSON object on lines of its own, with every claim by its number:',
        JSON.stringify(sample),
        'Begin.',
      ),
    ),
  ];
}

const secondLookInstructions: readonly string[] = [
  'For each claim read the code it is about, and what calls it or is called by it',
  'confirmed: the code does what the claim says, and that does harm',
  'refuted: the code itself shows that the claim is wrong; the reason names the file and line that show it',
  'unclear: you cannot tell from the code. Do not guess; a claim that is not refuted stays',
  'Judge these claims alone: look for nothing else, and change nothing',
  ...treeRules,
];
