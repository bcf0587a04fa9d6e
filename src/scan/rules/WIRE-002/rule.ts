import type { ProjectRule } from '../../rule.ts';

const SAID = {
  'not implemented': 'is not implemented',
  'fixed answer': 'should change something and reaches neither a service nor data',
  'written figures': 'always answers with the same figures and reaches neither a service nor data',
  'empty answer': 'always answers with nothing and reaches neither a service nor data',
};

export const rule: ProjectRule = {
  id: 'WIRE-002',
  family: 'wire',
  kind: 'project',
  severity: 'HIGH',
  confidence: 'medium',
  title: 'The handler of a route never reaches a service or data',
  why: 'Whoever calls it is told that all went well, and nothing has happened.',
  fix: 'Call the service that does the work, or delete the route.',
  check({ files }, report) {
    for (const [file, { stubs }] of files)
      for (const { line, method, kind } of stubs)
        report.find(file, { line }, `the handler of this ${method} route ${SAID[kind]}`);
  },
};
