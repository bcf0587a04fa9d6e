import type { SilentReturnFact } from '../../facts/silent-returns.ts';
import type { ProjectFacts } from '../../facts/facts.ts';
import type { ProjectRule } from '../../rule.ts';

/** Somebody presses a button, something is missing, and nothing at all happens. */
export const rule: ProjectRule = {
  id: 'SDL-003',
  family: 'sdl',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'A handler of what a person does returns in silence before it sends anything',
  why: 'The person believes that it was sent: nothing says what is missing, and the button looks as if it had worked.',
  fix: 'Say what is missing next to the field, or keep the button disabled until the form can be sent.',
  confidence: 'medium',
  check(project, report) {
    for (const [path, { silentReturns, isTest, isSide }] of project.files) {
      if (isTest || isSide) continue;
      for (const each of silentReturns) {
        if (isSaidElsewhere(each, path, project)) report.unresolved('early returns a template may explain');
        else
          report.find(
            path,
            { line: each.line },
            `${each.handler} stops without a word when ${each.names.join(' or ')} is not as it should be`,
          );
      }
    }
  },
};

/** Ways in which a page says or prevents it: a button that is disabled, a field that is required, messages by field. */
const SAID =
  /disabled|\brequired\b|isRequired|\berrors\b|\binvalid\b|\bisValid\b|\bcanSubmit\b|\bvalidat\w*|markAllAsTouched|aria-invalid|mat-error|helperText|setCustomValidity/i;

/** The template of a component may stand in a file of its own. */
function isSaidElsewhere(
  { template, names }: SilentReturnFact,
  path: string,
  project: ProjectFacts,
): boolean {
  const shown = new RegExp(
    String.raw`!(?:\w+\.)?(?:${names.join('|')})(?:\.trim\(\))?\s*(?:&&|\?)|(?:v-if|#if)[^>}]*!(?:${names.join('|')})`,
  );
  const text = withoutCondition(project.text(path) ?? '');
  if (SAID.test(text) || shown.test(text)) return true;
  if (template === undefined) return false;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const page = project.text(`${folder}${template.replace(/^\.\//, '')}`);
  return page === undefined || SAID.test(page);
}

/** Angular's own conditions and rules are no message. */
function withoutCondition(text: string): string {
  return text.replaceAll(/\b\w+\.(?:invalid|valid)\b|\bValidators\b[.\w]*|\b(?:asyncV|v)alidators\s*:/g, '');
}
