import { answerOf } from './script-answer.ts';
import { promptFacts } from './prompt-facts.ts';
import { readScript } from './read-script.ts';
import type { Entry } from './script-shape.ts';
import type { Auditor, Role } from '../../src/model/team.ts';
import type { AgentCall } from '../../src/ports/agents.ts';
import type { Scene } from './scene.ts';

/** An ordinary answer of a role, in the format its prompt asks for. */
export function plainAnswer(role: Role, outcome: 'pass' | 'fail', scene: Scene): string {
  const call = callIn(scene, role, null);
  return answerOf(entries(role)[outcome], { ...call, prompt: completed(call.prompt) });
}

/** A prompt of a test need not list what a judge has to speak of. */
function completed(prompt: string): string {
  const { files, criteria } = promptFacts(prompt);
  const list = (heading: string, entry: string): string =>
    `\n### ${heading}\n\n${'d'.repeat(24)} BEGIN\n> - ${entry}\n${'d'.repeat(24)} END\n`;
  const missing = [
    ...(files.length > 0 ? [] : [list('Files to Review', 'work.txt')]),
    ...(criteria.length > 0 ? [] : [list('Acceptance Criteria', 'AC1: it says after')]),
  ];
  return [prompt, ...missing].join('\n');
}

const nobody: AgentCall['settings'] = {
  use: 'api',
  run: [],
  model: null,
  effort: null,
  provider: null,
  baseUrl: null,
  apiKeyEnv: null,
  env: [],
  network: false,
  token: true,
  timeout: null,
  prices: null,
};

/** The call a prompt came from, as far as the prompt tells. */
export function callIn(
  { prompt, ticket, token }: Pick<Scene, 'prompt' | 'ticket' | 'token'>,
  role: Role,
  auditor: Auditor | null,
): AgentCall {
  return {
    role,
    auditor,
    epic: '',
    ticket,
    attempt: 0,
    try: 0,
    round: 1,
    clarification: 0,
    prompt,
    token: token === '' ? null : token,
    settings: nobody,
    cwd: '',
    readOnly: false,
    visible: [],
    hidden: [],
    env: {},
    timeout: 0,
    stall: 0,
    session: null,
    mayGoOn: () => true,
    folder: '',
  };
}

function entries(role: Role): { readonly pass: Entry; readonly fail: Entry } {
  const fail = '{ issues: [{ file: work.txt, line: 1, message: it says before }], fixes: [say after] }';
  const read = readScript(
    `- when: { role: ${role} }\n  pass: { matrix: pass }\n- when: { role: ${role} }\n  fail: ${fail}\n`,
    role,
  );
  const [passing, failing] = read.ok ? read.script : [];
  if (passing === undefined || failing === undefined) throw new Error(`no answer for ${role}`);
  return { pass: passing, fail: failing };
}
