import type { ProjectCheck } from '../../engine/rule.ts';

const SAID = {
  'not implemented': 'is not implemented',
  'fixed answer': 'should change something but calls neither a service nor a data store',
  'written figures': 'always returns the same data and calls neither a service nor a data store',
  'empty answer': 'always returns nothing and calls neither a service nor a data store',
};

export const rule: ProjectCheck = {
  kind: 'project',
  check({ files }, report) {
    for (const [file, { stubs }] of files)
      for (const { line, method, kind } of stubs)
        report.find(file, { line }, `the handler of this ${method} route ${SAID[kind]}`);
  },
};
