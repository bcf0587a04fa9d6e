import { isBound, type SilentReturnFact } from '../../concepts/ui/silent-returns.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** Somebody presses a button, something is missing, and nothing at all happens. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const [path, { silentReturns, isTest, isSide }] of project.files) {
      if (isTest || isSide) continue;
      for (const each of silentReturns) {
        if (each.needsEvent === true && !isHanded(each, path, project)) continue;
        if (isSaidElsewhere(each, path, project))
          report.unresolved('silent returns whose reason a template may show');
        else
          report.find(
            path,
            { line: each.line },
            `${each.handler} returns silently when ${each.names.join(' or ')} is invalid`,
          );
      }
    }
  },
};

/** Ways in which a page says or prevents it: messages by field, a form that checks itself. */
const SAID =
  /isRequired|\berrors\b|\binvalid\b|\bisValid\b|\bcanSubmit\b|\bvalidat\w*|markAllAsTouched|aria-invalid|mat-error|helperText|setCustomValidity/i;
/** A button that is off while something is under way prevents nothing else. */
const BUSY =
  /^!?\s*(?:\w+[.?!]+)*(?:is)?(?:loading|saving|busy|pending|submitting|sending|working|isPending|isLoading|isSubmitting)\w*(?:\(\))?(?:\.value)?$/i;
const OFF = /\[?:?\b(?:disabled|isDisabled)\]?\s*=\s*(?:\{([^}]*)\}|"([^"]*)"|'([^']*)')/g;

/** Whether its page hands it what a person does. */
function isHanded({ template, handler }: SilentReturnFact, path: string, project: ProjectFacts): boolean {
  const page = template === undefined ? undefined : project.text(besides(path, template));
  return page !== undefined && isBound(handler, page);
}

function besides(path: string, template: string): string {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${template.replace(/^\.\//, '')}`;
}

/** The template of a component may stand in a file of its own. */
function isSaidElsewhere(
  { template, names, state }: SilentReturnFact,
  path: string,
  project: ProjectFacts,
): boolean {
  const own = withoutCondition(project.text(path) ?? '');
  const page = template === undefined ? '' : project.text(besides(path, template));
  if (page === undefined) return true;
  // A state that the page asks about as well decides there what may be done.
  if (state !== undefined)
    return (
      own.split(state).length > 2 ||
      page.includes(state) ||
      /disabled/.test(own + page) ||
      isAskedByParts(state, names, path, project)
    );
  const shown = new RegExp(
    String.raw`!(?:\w+\.)?(?:${names.join('|')})(?:\.trim\(\))?\s*(?:&&|\?)|(?:v-if|#if)[^>}]*!(?:${names.join('|')})`,
  );
  return [own, page].some((text) => SAID.test(text) || shown.test(text) || isPrevented(text, names));
}

/** Whether another page shows something by this very state: `{stay.status === 'requested' && <button …>}`. */
function isAskedByParts(
  state: string,
  [field = '']: readonly string[],
  path: string,
  project: ProjectFacts,
): boolean {
  if (!/^[\w -]+$/.test(state)) return true;
  const asked = new RegExp(String.raw`\.${field}\s*={2,3}\s*["']${state}["']`);
  for (const [other, { language, isTest }] of project.files)
    if (other !== path && !isTest && /^(?:tsx|jsx|vue|svelte|html)$/.test(language))
      if (asked.test(project.text(other) ?? '')) return true;
  return false;
}

/** `disabled={!name}`, `<input v-model="name" required>`. */
function isPrevented(text: string, names: readonly string[]): boolean {
  for (const [, braces, double, single] of text.matchAll(OFF))
    if (!BUSY.test((braces ?? double ?? single ?? '').trim())) return true;
  if (/<[^>]*\sdisabled(?:\s|\/|>)/.test(text)) return true;
  if (!/\brequired\b/.test(text)) return false;
  const tags = text.match(/<(?:input|textarea|select|[A-Z]\w*|v-\w+|el-\w+|mat-\w+)\b(?:[^>]|=>)*>/g) ?? [];
  const about = tags.filter((tag) => names.some((name) => new RegExp(String.raw`\b${name}\b`).test(tag)));
  return about.length === 0 || about.some((tag) => /\brequired\b/.test(tag));
}

/** Angular's own conditions and rules are no message. */
function withoutCondition(text: string): string {
  return text.replaceAll(/\b\w+\.(?:invalid|valid)\b|\bValidators\b[.\w]*|\b(?:asyncV|v)alidators\s*:/g, '');
}
