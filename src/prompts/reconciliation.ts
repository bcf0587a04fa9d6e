import { identity } from './brief.ts';
import { treeRules } from './files.ts';
import { auditReportFormat } from './report-format.ts';
import { chapter, data, documentCap, listed, numbered, section, type Section, words } from './section.ts';

/** The original request, item by item, and the work that was made of it (TEAM-19). */
export type ReconciliationInput = {
  readonly id: string;
  readonly title: string;
  readonly token: string | null;
  readonly items: readonly { readonly id: string; readonly text: string }[];
  readonly tickets: readonly {
    readonly id: string;
    readonly title: string;
    readonly acceptance: readonly { readonly id: string; readonly text: string }[];
  }[];
  readonly files: readonly string[];
};

/** Somebody who built nothing and audited nothing holds the work against what was asked for. */
export function reconciliationAssignment(input: ReconciliationInput): readonly Section[] {
  return [
    chapter('Reconciliation Assignment', words(...identity(input.id, input.token)), data([input.title])),
    ...listed(
      'Original Request',
      input.items.map(({ id, text }) => `${id}: ${text}`),
      {
        intro: 'We have numbered the items. Give each of them one entry in your report, under that number.',
        cap: { entry: 2_100, block: 200_000 },
      },
    ),
    ...listed('Tickets and Criteria', input.tickets.map(ticketText), {
      intro: 'The tickets and criteria that were derived from the request.',
      cap: documentCap,
    }),
    ...listed('Changed Files', input.files, { intro: 'What was built.' }),
    section('Method', words(...numbered(method))),
    ...auditReportFormat('requirements'),
  ];
}

const method: readonly string[] = [
  'For each item find the ticket and criterion that cover it, and the code that implements it; name both as evidence',
  'PASS: the code does what the item asks for; File is where it does. A PASS must name a file of this commit',
  'FAIL: dropped; nothing was built for it. PARTIAL: distorted; what was built is something else, or part of it',
  'Report an item that demands nothing, such as background, as PASS with the closest file, and say so in the evidence',
  'Work that no item asks for, and none needs, is a FAIL under UNASKED-1, UNASKED-2 and so on, with its file or ticket',
  'The words of tickets and criteria prove nothing: they may be what was distorted',
  'Change nothing',
  ...treeRules,
];

function ticketText({ id, title, acceptance }: ReconciliationInput['tickets'][number]): string {
  return [`${id}: ${title}`, ...acceptance.map((each) => `${each.id}: ${each.text}`)].join('\n');
}
