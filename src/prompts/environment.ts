import type { EnvironmentResult, Feedback } from '../model/feedback.ts';
import { data, document, findingCap, numbered, section, type Section, words } from './section.ts';

/**
 * The same check passes in one environment and fails in another; an auditor may have run another command in each. A
 * broken check has not failed.
 */
export function isEnvironmentSpecific({
  kind,
  environments,
}: Pick<Feedback, 'kind' | 'environments'>): boolean {
  const passing = environments.filter(({ status }) => status === 'PASS');
  const isOther = (red: EnvironmentResult, green: EnvironmentResult): boolean =>
    kind === 'audit' ? green.environment !== red.environment : green.check === red.check;
  return environments.some((red) => red.status === 'FAIL' && passing.some((green) => isOther(red, green)));
}

/** What a developer has to know when the work passes here and fails there (REWORK-05). */
export function environmentSections(environments: readonly EnvironmentResult[]): readonly Section[] {
  const failing = environments.filter(({ status }) => status === 'FAIL');
  return [
    section(
      'ENVIRONMENT-SPECIFIC FAILURE',
      words(
        'Your implementation passes in some environments and fails in others.',
        'It has to pass in ALL environments.',
      ),
    ),
    section('Environment Results', document(table(environments))),
    section('Failed Environments', data(failing.map(failedCheckText), findingCap)),
    section('Common Causes', words(...environmentCauses.map((cause) => `- ${cause}`))),
    section('Environment Instructions', words(...numbered(environmentInstructions))),
  ];
}

/** Where such failures usually come from. */
export const environmentCauses: readonly string[] = [
  'A dependency is missing in one of the environments',
  'A hardcoded path differs between environments',
  'Libraries have different versions',
  'The code assumes something about the platform',
];

export const environmentInstructions: readonly string[] = [
  'Find out why the code fails in those environments and not in the others',
  'Make sure that the fix works in ALL environments',
  'Run the verification commands in EVERY environment before you signal',
  'Signal READY_FOR_REVIEW only when ALL environments pass',
];

function table(environments: readonly EnvironmentResult[]): string {
  const names = [...new Set(environments.map(({ environment }) => environment))];
  const rows = names.map((name) =>
    row(
      name,
      environments.filter(({ environment }) => environment === name),
    ),
  );
  return ['| Environment | Status | Details |', '| --- | --- | --- |', ...rows].join('\n');
}

function row(name: string, results: readonly EnvironmentResult[]): string {
  const worst = worstFirst.find((status) => results.some((result) => result.status === status)) ?? 'PASS';
  const checks = results.map(({ check, status }) => `${check}: ${status}`);
  return `| ${cell(name)} | ${worst} | ${cell(checks.join(', '))} |`;
}

const worstFirst = ['FAIL', 'BROKEN'] as const;

function cell(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('|', String.raw`\|`);
}

/** One failed check, with what it said. */
export function failedCheckText(result: EnvironmentResult): string {
  const exit = result.exitCode === null ? '' : ` (exit code ${result.exitCode})`;
  return `${result.environment}\nCheck: ${result.check}${exit}\nError: ${result.details}`;
}
