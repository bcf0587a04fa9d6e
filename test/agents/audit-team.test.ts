// The team of auditors with real agents, through the built command line, against a scripted model on loopback.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { played, type Scenario, scenarios } from '../model-server/scenarios.ts';
import { startModelServer } from '../model-server/server.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { plainClaude } from './claude-agent.ts';
import { codex } from './codex-agent.ts';
import { KEY, type RealAgent } from './kit.ts';

const file = 'src/a.ts';
const checked = { file, line: 2, evidence: 'export const b', fixHint: 'define it' };
const inOrder = { ...checked, verdict: 'PASS', severity: null } as const;
const met: ReportedFinding = { ...inOrder, id: 'REQ-1', title: 'there is an a' };

/** What the technical auditor says of the file before anybody has fixed it. */
type Complaint = ReportedFinding['severity'];

function technical(complaint: Complaint, isMended: boolean): ReportedFinding {
  const about = { ...checked, id: 'TECH-1', title: 'what it calls is there' };
  if (complaint === null || isMended) return { ...about, ...inOrder, id: 'TECH-1' };
  return { ...about, verdict: 'FAIL', severity: complaint };
}

/** A model that audits by what it reads in the file, fixes it when it is told to, and passes what is fixed. */
function model(complaint: Complaint): Scenario {
  return (scene) => {
    const { prompt, token, ticket } = scene;
    const auditor = /^## (Requirements|Technical) Audit Assignment$/m.exec(prompt)?.[1];
    if (auditor === 'Requirements') return { text: writeAuditReport(auditorReport('requirements', [met])) };
    if (auditor === 'Technical') {
      const isMended = /^### Found Before the Fixes$/m.test(prompt);
      const report = auditorReport('technical', [technical(complaint, isMended)]);
      return played([{ tool: 'read', path: file }, { text: writeAuditReport(report) }], scene);
    }
    if (!/^## Audit Fix Assignment$/m.test(prompt)) return scenarios['submit']?.(scene, '') ?? { text: '' };
    const signal = `READY_FOR_REVIEW: ${ticket} ${token}`;
    return played(
      [
        { tool: 'read', path: file },
        { tool: 'edit', path: file, from: 'broken()', to: '2' },
        { text: `${signal}\n\nFiles modified:\n- ${file}\n\nSummary: done\n` },
      ],
      scene,
    );
  };
}

let repo: ReviewRepo | undefined;
afterEach(() => repo?.remove());

type Told = {
  readonly health: string;
  readonly epicBranch: string | null;
  readonly rounds: readonly { readonly move: string }[];
  readonly findings: readonly { readonly rule: string; readonly severity: string }[];
};

async function audited(agent: RealAgent, complaint: Complaint, ...flags: readonly string[]) {
  const server = await startModelServer({ play: model(complaint) });
  const world = new ReviewRepo();
  repo = world;
  try {
    world.commit('base', {
      'docs/REQUIREMENTS.md': '# Wanted\n\n- [ ] REQ-1 there is an a\n',
      [file]: 'export const a = 1;\nexport const b = broken();\n',
    });
    const config = join(world.folder, 'gauntlet.yaml');
    writeFileSync(config, JSON.stringify({ version: 1, agents: { default: agent.settings(server.url) } }));
    const args = ['audit', '--depth', 'standard', '--config', config, '--json', '--no-input', ...flags];
    const { code, stdout, stderr } = await world.start(args, agent.env?.(server.url) ?? {}).ended;
    expect(stdout + stderr).not.toContain(KEY);
    return { code, world, value: JSON.parse(stdout) as Told };
  } finally {
    await server.close();
  }
}

describe.each([plainClaude, codex])('a team of $name', (agent) => {
  test('TEAM-01 BEYOND-01 finds a repository healthy', async () => {
    const { code, value } = await audited(agent, null);
    expect({ code, health: value.health }).toEqual({ code: 0, health: 'passed' });
  });

  test('TEAM-06 BEYOND-01 is not passed over one CRITICAL finding', async () => {
    const { code, value } = await audited(agent, 'CRITICAL');
    expect({ code, health: value.health }).toEqual({ code: 1, health: 'needs-fixes' });
    expect(value.findings).toMatchObject([{ rule: 'TECH-1', severity: 'CRITICAL' }]);
  });

  test('TEAM-18 BEYOND-01 has what it finds fixed, judged again in fresh contexts, and landed', async () => {
    const { code, value, world } = await audited(agent, 'HIGH', '--fix');
    expect({ code, health: value.health }).toEqual({ code: 0, health: 'passed' });
    expect(value.rounds.map(({ move }) => move)).toEqual(['fix', 'passed']);
    expect(world.git('show', `${value.epicBranch}:${file}`)).toContain('export const b = 2;');
    expect(world.git('show', `HEAD:${file}`)).toContain('broken()');
  });
});
