// The library auditor with documentation servers, through the built command line: real agents, a scripted model and scripted
// servers, all on this machine.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { played, type Scenario } from '../model-server/scenarios.ts';
import { startModelServer } from '../model-server/server.ts';
import { root } from '../source.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { plainClaude } from './claude-agent.ts';
import { codex } from './codex-agent.ts';
import type { RealAgent } from './kit.ts';

const DOCS_KEY = 'docs-key-0123456789abcdef';
const found: ReportedFinding = {
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'LIB-100',
  title: 'greet takes options',
  file: 'src/a.ts',
  line: 2,
  evidence: 'node_modules/greet/index.d.ts:1',
  fixHint: 'give it options',
};

/** A model that looks the library up in the documentation and in its declarations, then reports. */
const model: Scenario = (scene) =>
  played(
    [
      { tool: 'documentation', pattern: 'greet' },
      { tool: 'read', path: 'node_modules/greet/index.d.ts' },
      { text: writeAuditReport(auditorReport('library', [found])) },
    ],
    scene,
  );

/** A message of the protocol, or what the server on stdio tells of one. */
type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly query?: string } };
  readonly query?: string;
  readonly key?: string | null;
};

type Seen = { readonly method: string; readonly key: unknown; readonly query: unknown };

/** A documentation server over HTTP; what the one on stdio is asked is told it too. */
async function docsServer(): Promise<{
  readonly url: string;
  readonly seen: Seen[];
  readonly server: Server;
}> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method = 'told', params = {}, query, key } = JSON.parse(body) as Message;
      const asked = query ?? params.arguments?.query;
      if (asked !== undefined) seen.push({ method, key: key ?? request.headers['x-docs-key'], query: asked });
      const tool = {
        name: 'lookup_docs',
        inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
      };
      const results: Record<string, unknown> = {
        initialize: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'docs', version: '1' },
        },
        'tools/list': { tools: [tool] },
        'tools/call': { content: [{ type: 'text', text: 'greet(name, options)' }] },
      };
      if (id === undefined) return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen, server };
}

let repo: ReviewRepo | undefined;
afterEach(() => repo?.remove());

const program = join(root, 'test/fixtures/doc-server.mjs');
type Way = 'stdio' | 'http' | 'dying' | 'silent';
const HOW: Readonly<Partial<Record<Way, readonly string[]>>> = { dying: ['dies'], silent: ['silent'] };
const servers = (way: Way, url: string) =>
  way === 'http'
    ? { url, headers: { 'X-Docs-Key': 'DOCS_KEY' } }
    : { run: [process.execPath, program, url, ...(HOW[way] ?? [])], env: ['DOCS_KEY'] };

async function audited(agent: RealAgent, way: Way) {
  const docs = await docsServer();
  const server = await startModelServer({ play: model });
  const world = new ReviewRepo();
  repo = world;
  try {
    const files = {
      '.gitignore': 'node_modules\n',
      'package.json': '{ "dependencies": { "greet": "^1.0.0" } }',
      'src/a.ts': "import { greet } from 'greet';\nexport const a = greet('x');\n",
    };
    world.commit('base', files);
    const installed = join(world.repository, 'node_modules/greet/index.d.ts');
    mkdirSync(dirname(installed), { recursive: true });
    writeFileSync(installed, 'export declare function greet(name: string, options?: object): string;\n');
    writeFileSync(
      join(dirname(installed), 'package.json'),
      '{ "name": "greet", "version": "1.1.0", "types": "index.d.ts" }',
    );
    const config = join(world.folder, 'gauntlet.yaml');
    const audit = {
      auditors: { requirements: false, technical: false, interface: false, test: false, library: true },
      library: { mcp: { docs: servers(way, docs.url) } },
    };
    const settings = { version: 1, agents: { default: agent.settings(server.url) }, audit };
    writeFileSync(config, JSON.stringify(settings));
    const args = ['audit', '--depth', 'thorough', '--config', config, '--json', '--no-input'];
    const ended = await world.start(args, { ...agent.env?.(server.url), DOCS_KEY }).ended;
    return { ...ended, seen: docs.seen };
  } finally {
    await server.close();
    docs.server.close();
  }
}

describe.each([plainClaude, codex])('$name', (agent) => {
  test.each(['stdio', 'http', 'dying'] as const)(
    'FOUND-01 002#8 TEAM-21 the library auditor asks a documentation server (%s), and its report counts',
    async (way) => {
      const { stdout, stderr, code, seen } = await audited(agent, way);
      expect({ code, stderr }).toMatchObject({ code: 1 });
      expect(seen.map(({ query, key }) => ({ query, key }))).toEqual([{ query: 'greet', key: DOCS_KEY }]);
      const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly rule: string }[] };
      expect(findings.map(({ rule }) => rule)).toContain('LIB-100');
      expect(stdout + stderr).not.toContain(DOCS_KEY);
    },
  );

  test('FOUND-01 002#8 a documentation server that never answers does not stop the audit', async () => {
    const { stdout, stderr, code, seen } = await audited(agent, 'silent');
    expect({ code, stderr, seen }).toMatchObject({ code: 1, seen: [] });
    expect(stdout).toContain('LIB-100');
  });
});
