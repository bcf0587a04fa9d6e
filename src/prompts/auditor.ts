import { auditorFormat } from './answer-format.ts';
import {
  type Brief,
  criteriaSections,
  decidedSections,
  identity,
  type PeopleWords,
  siblingSections,
  verificationSections,
} from './brief.ts';
import { closingSection } from './closing.ts';
import { provedSections } from './critic.ts';
import { type ChangedFiles, diffSections, filesSection, treeRules } from './files.ts';
import { chapter, document, listed, section, type Section, words } from './section.ts';

export type AuditorInput = {
  readonly brief: Brief;
  readonly token: string | null;
  readonly files: ChangedFiles;
  /** What the critic who passed the work wrote about its quality. */
  readonly assessment: string;
  readonly proved?: readonly string[]; // By checks, about this very commit.
  /** Claims of earlier auditors that the coordinator refuted, with what it measured. */
  readonly refuted?: readonly string[];
  readonly people?: PeopleWords;
};

/**
 * The acceptance auditor's assignment, under the founding headings in their order (FLOW-05, FLOW-13). In the prompt it
 * follows the role text of `agents.d/auditor.md`.
 */
export function auditorAssignment(input: AuditorInput): readonly Section[] {
  const { brief, token } = input;
  const { id } = brief.ticket;
  return [
    chapter('Audit Assignment', words(...identity(id, token))),
    section('Ticket', document([brief.ticket.title, brief.ticket.description].filter(Boolean).join('\n\n'))),
    ...criteriaSections(brief.ticket.acceptance),
    ...decidedSections(input.people),
    ...siblingSections(brief),
    filesSection('Files to Verify', input.files),
    ...diffSections(input.files.diff),
    section('Critic Assessment (PASSED)', document(input.assessment)),
    ...listed('Refuted Claims', input.refuted ?? [], {
      intro:
        'An earlier auditor made a claim about this commit, and the coordinator measured something else. Judge afresh.',
    }),
    ...verificationSections(brief),
    ...provedSections(input.proved),
    section('How to Judge', words(...auditRules.map((rule) => `- ${rule}`))),
    auditorFormat(brief.epic.environments.length),
    closingSection({ role: 'auditor', ticket: id, token, act: 'audit' }),
  ];
}

export const auditRules: readonly string[] = [
  'Give every criterion above exactly once, by its id, as VERIFIED or FAILED with the evidence you saw yourself',
  ...treeRules,
];
