import { expect, test } from 'vitest';

import type { ProjectFacts } from '../../engine/facts.ts';
import { memoryInstalled } from '../../../../test/support/memory-tree.ts';
import { choosePython } from './choose-python.ts';
import { readableFiles } from './readable-files.ts';

const site = {
  'site-packages/PyYAML-6.0.1.dist-info/METADATA': 'Name: PyYAML\n',
  'site-packages/PyYAML-6.0.1.dist-info/top_level.txt': '_yaml\nyaml\n',
  'site-packages/yaml/__init__.py': 'def load(stream, Loader): ...\n',
  'site-packages/yaml/tests/test_load.py': '',
  'site-packages/requests-2.31.0.dist-info/RECORD':
    '../../bin/x,,\nrequests/__init__.py,sha256=x,1\nrequests/api.pyi,,\n__pycache__/x.pyc,,\n',
  'site-packages/requests/__init__.py': '',
  'site-packages/requests/api.pyi': 'def get(url: str): ...\n',
  'site-packages/unused-1.0.dist-info/top_level.txt': 'unused\n',
  'site-packages/broken.dist-info/top_level.txt': '../etc\nos\n',
};
const installed = memoryInstalled(new Map(Object.entries(site)), '');

function projectOf(files: Readonly<Record<string, string>>): ProjectFacts {
  const facts = Object.keys(files).map(
    (path) => [path, { language: 'python', isTest: path.startsWith('test'), isSide: false }] as const,
  );
  return { files: new Map(facts), text: (path: string) => files[path] } as unknown as ProjectFacts;
}

const project = projectOf({
  'a.py': 'import os, yaml as y\nfrom requests.api import get\nfrom .unused import x\n',
  'b.py': '  import requests\n',
  'test_c.py': 'import unused\n',
});

test('TEAM-15 002#9 imported Python packages are found by the modules they bring, the most used first', () => {
  const found = choosePython(project, installed, 8).map(({ name, version, usedIn }) => [
    name,
    version,
    usedIn.length,
  ]);
  expect(found).toEqual([
    ['requests', '2.31.0', 2],
    ['PyYAML', '6.0.1', 1],
    ['broken.dist-info', '', 1],
  ]);
  expect(choosePython(project, installed, 1).map(({ name }) => name)).toEqual(['requests']);
});

test('TEAM-15 002#9 stubs go before sources, and tests of a package are left out', () => {
  const [requests, yaml] = choosePython(project, installed, 8).map((library) => [
    ...readableFiles(installed, library, () => false).files.keys(),
  ]);
  expect(requests).toEqual(['site-packages/requests/api.pyi']);
  expect(yaml).toEqual(['site-packages/PyYAML-6.0.1.dist-info/METADATA', 'site-packages/yaml/__init__.py']);
});
