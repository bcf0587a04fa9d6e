import { expect, test } from 'vitest';
import { yamlIn } from './yaml-in.ts';

test.each([
  ['version: 1\nepic: a', 'version: 1\nepic: a\n'],
  ['Words.\n```yaml\nepic: a\n```\n', 'epic: a\n'],
  ['```yml\nepic: a\n```\nand then\n~~~yaml\nepic: b\n~~~', 'epic: b\n'],
  ['````yaml\nepic: a\ntext: |\n  ```\n  x\n  ```\n````', 'epic: a\ntext: |\n  ```\n  x\n  ```\n'],
  ['```sh\nnpm test\n```\n```\r\nepic: c\r\n```', 'epic: c\n'],
  ['```yaml\nepic: open', '```yaml\nepic: open\n'],
])('the YAML in %j', (answer, epic) => {
  expect(yamlIn(answer)).toBe(epic);
});
