import { expect, test } from 'vitest';

import { configComplaints, goodConfig } from '../../test/support/plan-samples.ts';

const servers = `audit:
  library:
    mcp:
      context7: {url: https://mcp.context7.com/mcp, headers: {Authorization: CONTEXT7_AUTH}}
      own-docs: {run: [docs-mcp, --quiet], env: [DOCS_KEY]}
`;

test('002#8 TEAM-13 documentation servers are read in both spellings of the block', () => {
  const expected = [
    {
      name: 'context7',
      run: [],
      url: 'https://mcp.context7.com/mcp',
      env: [],
      headers: { Authorization: 'CONTEXT7_AUTH' },
    },
    { name: 'own-docs', run: ['docs-mcp', '--quiet'], url: null, env: ['DOCS_KEY'], headers: {} },
  ];
  expect(goodConfig(servers).audit.servers).toEqual(expected);
  expect(goodConfig(servers.replace('audit:', 'audit_team:')).audit.servers).toEqual(expected);
  expect(goodConfig('audit: {}').audit).not.toHaveProperty('servers');
  expect(goodConfig(servers.replace('audit:', 'audit:\n  enabled: false')).audit).not.toHaveProperty(
    'servers',
  );
});

test('002#8 TEAM-13 every problem of documentation servers is said at once, and secrets are not taken', () => {
  const complaints = configComplaints(`audit:
  library:
    mcp:
      repository: {run: [docs]}
      My Docs: {url: https://x.example/mcp, run: [docs]}
      none: {}
      far: {url: http://docs.example/mcp}
      key: {url: https://x.example/mcp, headers: {X-Key: ctx7sk-0123-4567}, env: [A]}
      odd: {run: [], headers: {A: B}, tools: 1}
      "": {url: 'https://x.example/\${HOME}'}
`);
  const said = complaints.join('\n');
  for (const part of [
    '"repository" is not a name for a server',
    '"My Docs" is not a name for a server',
    'audit.library.mcp.My Docs: needs either run or url',
    'audit.library.mcp.none: needs either run or url',
    'audit.library.mcp.far.url: must be https',
    'audit.library.mcp.key.headers.X-Key: must be the name of a variable, not its value',
    'audit.library.mcp.key.env: is for a server with run',
    'audit.library.mcp.odd.headers: are for a server with url',
    'unknown key "tools"',
  ])
    expect(said).toContain(part);
  expect(said).not.toContain('ctx7sk-0123-4567');
});
