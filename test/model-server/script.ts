// Plays the entries of an agent script (demo/script.mjs) as a model: what an entry does becomes calls of tools.
import { answerOf } from './script-answer.ts';
import { promptFacts } from './prompt-facts.ts';
import type { Entry, Script, Step as ScriptStep, When } from './script-shape.ts';
import { auditors, type Auditor, type Role } from '../../src/model/team.ts';
import { callIn } from './plain-answer.ts';
import { asJson, played, type Scenario } from './scenarios.ts';
import type { Scene } from './scene.ts';
import { quoted, type Step } from './step.ts';

/** Who is asked, and for which attempt, as the prompt of an assignment tells. */
export type Part = {
  readonly role: Role;
  readonly auditor: Auditor | null;
  readonly ticket: string;
  readonly attempt: number;
};

/** A model that does what a script says. */
export function scripted(script: Script): Scenario {
  return (scene) => {
    const part = partIn(scene.prompt);
    const entry = part === undefined ? undefined : script.find(({ when }) => fits(when, part));
    if (part === undefined || entry === undefined) return { text: 'The script says nothing about this.' };
    return played([...entry.do.flatMap(stepsOf), ending(entry, part, scene)], scene);
  };
}

export function partIn(prompt: string): Part | undefined {
  const chapter = /^## (.*)Assignment$/m.exec(prompt)?.[1]?.trim();
  const role = chapter === undefined ? undefined : rolesBy[chapter];
  if (role === undefined) return undefined;
  const ticket = promptFacts(prompt).id;
  const heading = /^# (\w+)/.exec(prompt)?.[1]?.toLowerCase();
  const auditor = auditors.find((name) => role === 'auditor' && name === heading) ?? null;
  return { role, auditor, ticket, attempt: attemptIn(prompt) };
}

const rolesBy: Readonly<Record<string, Role>> = {
  Development: 'developer',
  Rework: 'developer',
  Review: 'critic',
  Audit: 'auditor',
  Fix: 'fixer',
  'Audit Fix': 'fixer',
  Remediation: 'remediator',
};

/** A judge is told the number; a developer sees what the attempts before were told. */
function attemptIn(prompt: string): number {
  const revision = /^> - Revision count: (\d+)$/m.exec(prompt)?.[1];
  if (revision !== undefined) return Number(revision);
  const earlier = [...prompt.matchAll(/^- Attempt (\d+): /gm)].map(([, attempt]) => Number(attempt));
  // People count attempts from 1, scripts from 0: the attempt after the last one told has the number of that one.
  if (earlier.length > 0) return Math.max(...earlier);
  const isRework = /^## Rework Assignment$/m.test(prompt);
  // What could not be joined goes on with the attempt it was.
  return isRework && !/^Landing Status: /m.test(prompt) ? 1 : 0;
}

function fits(when: When, part: Part): boolean {
  const auditor = part.auditor ?? 'acceptance';
  return (
    when.role === part.role &&
    (when.ticket ?? part.ticket) === part.ticket &&
    (when.auditor ?? auditor) === auditor &&
    (when.attempt ?? part.attempt) === part.attempt
  );
}

/** Some agents let nobody change a file that was not read before. */
function stepsOf(step: ScriptStep): readonly Step[] {
  switch (step.kind) {
    case 'write':
      return [
        { tool: 'read', path: step.path },
        { tool: 'write', path: step.path, text: step.text },
      ];
    case 'replace':
      return [
        { tool: 'read', path: step.path },
        { tool: 'edit', path: step.path, from: step.from, to: step.to },
      ];
    case 'append':
      return [{ tool: 'shell', command: `printf %s ${quoted(step.text)} >> ${quoted(step.path)}` }];
    case 'delete':
      return [{ tool: 'shell', command: `rm -r ${quoted(step.path)}` }];
    case 'commit':
      return [
        { tool: 'shell', command: `git add --all && git commit --quiet --message ${quoted(step.message)}` },
      ];
    case 'run':
      return [{ tool: 'shell', command: step.argv.map(quoted).join(' ') }];
    case 'wait':
      return [];
  }
}

function ending(entry: Entry, part: Part, scene: Scene): Step {
  const text = answerOf(entry, { ...callIn(scene, part.role, part.auditor), attempt: part.attempt });
  const isSignal = part.role === 'critic' || (part.role === 'auditor' && part.auditor === null);
  return isSignal
    ? { json: asJson(part.role === 'critic' ? 'critic' : 'auditor', text, scene), text }
    : { text };
}
