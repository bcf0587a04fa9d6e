import { auditReportFormat } from './report-format.ts';
import { identity } from './brief.ts';
import { treeRules } from './files.ts';
import { chapter, findingCap, listed, numbered, section, type Section, words } from './section.ts';

/** Requirements that nobody has ticked, for a reviewer who looks at these alone (TEAM-24). */
export type RecoveryInput = {
  readonly id: string;
  readonly token: string | null;
  readonly items: readonly { readonly id: string; readonly text: string }[];
};

/** A review of the open requirements. The answer is evidence; the coordinator decides what is ticked. */
export function recoveryAssignment(input: RecoveryInput): readonly Section[] {
  return [
    chapter('Recovery Review Assignment', words(...identity(input.id, input.token))),
    ...listed('Requirements to Judge', input.items.map(itemText), {
      cap: findingCap,
      intro: 'Judge these and no others. Nobody has judged them in this run.',
    }),
    section('Instructions', words(...numbered(recoveryInstructions))),
    ...auditReportFormat('requirements'),
  ];
}

const recoveryInstructions: readonly string[] = [
  'For each requirement find the code that implements it, and follow it from where it is called to where it ends',
  'PASS only what you saw implemented in full; PARTIAL what is there in part; FAIL what is missing or wrong',
  'Name file and line as evidence for every one of them',
  'Change nothing: the coordinator updates the requirements document',
  ...treeRules,
];

function itemText({ id, text }: RecoveryInput['items'][number]): string {
  return id === '' || text.startsWith(id) ? text : `${id}: ${text}`;
}
