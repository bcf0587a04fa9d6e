import type { ProjectCheck } from '../../rule.ts';

const SAID = {
  'not implemented': 'is not implemented',
  'fixed answer': 'should change something and reaches neither a service nor data',
  'written figures': 'always answers with the same figures and reaches neither a service nor data',
  'empty answer': 'always answers with nothing and reaches neither a service nor data',
};

export const rule: ProjectCheck = {
  kind: 'project',
  check({ files }, report) {
    for (const [file, { stubs }] of files)
      for (const { line, method, kind } of stubs)
        report.find(file, { line }, `the handler of this ${method} route ${SAID[kind]}`);
  },
};
