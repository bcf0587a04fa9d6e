import ts from 'typescript-api';

import type { CodeRule } from '../../rule.ts';
import { isRecordData } from '../../syntax/record-data.ts';
import { isDataSource } from '../data-sources.ts';

/** The name itself says that it is made up: `mockUsers`, `FAKE_ORDERS`, `dummyData`, `users_stub`. */
const MADE_UP =
  /^(?:mock|fake|dummy|stub|hardcoded)(?=[A-Z_]|s?$)|^(?:MOCK|FAKE|DUMMY|STUB|HARDCODED)_|(?:_|[a-z](?=[A-Z]))(?:mock|fake|dummy|stub|Mock|Fake|Dummy|Stub)s?(?:Data|_data)?$/;

export const rule: CodeRule = {
  id: 'MOCK-003',
  family: 'mock',
  kind: 'code',
  severity: 'HIGH',
  title: 'Records that call themselves mock or fake, in shipped code',
  why: 'They were put there until the real thing exists, and whoever reads the code last forgets them.',
  fix: 'Take the data from where it really lives, and move these records to a test.',
  confidence: 'high',
  words: [
    'mock',
    'Mock',
    'MOCK',
    'fake',
    'Fake',
    'FAKE',
    'dummy',
    'Dummy',
    'DUMMY',
    'stub',
    'Stub',
    'STUB',
    'ardcoded',
    'HARDCODED',
  ],
  applies: isDataSource,
  visit: new Map([
    [
      ts.SyntaxKind.VariableDeclaration,
      (node, walk) => {
        if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
        if (MADE_UP.test(node.name.text) && isRecordData(node.initializer))
          walk.report(node, `${node.name.text} is made-up data in code that ships`);
      },
    ],
    [
      ts.SyntaxKind.PropertyDeclaration,
      (node, walk) => {
        if (!ts.isPropertyDeclaration(node) || !ts.isIdentifier(node.name)) return;
        if (MADE_UP.test(node.name.text) && isRecordData(node.initializer))
          walk.report(node, `${node.name.text} is made-up data in code that ships`);
      },
    ],
  ]),
};
