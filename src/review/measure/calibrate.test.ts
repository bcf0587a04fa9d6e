import { expect, test } from 'vitest';

import type { Finding } from '../../model/finding.ts';
import { calibrationOf, type JudgedChange } from './calibrate.ts';

const settings = { from: 'LOW', tolerance: 5, source: 'planted' } as const;

const said = (line: number, message = 'wrong'): Finding => ({
  source: { kind: 'reviewer', name: 'reviewer' },
  rule: 'Correctness',
  severity: 'HIGH',
  file: 'src/a.ts',
  line,
  message,
  evidence: '',
  fix: '',
  fingerprint: message,
  grounding: 'located',
});

function change(
  id: string,
  kind: string | null,
  findings: readonly Finding[] | null,
  more: Partial<JudgedChange> = {},
): JudgedChange {
  const text = { severity: 'HIGH', text: 'planted', words: [], endLine: null } as const;
  const comments = kind === null ? [] : [{ file: 'src/a.ts', line: 10, ...text }];
  const because = findings === null ? 'no answer' : null;
  return {
    change: { id, comments },
    findings,
    because,
    spent: { usd: 0.5, tokens: 100 },
    kinds: kind === null ? [] : [kind],
    twin: null,
    byAgent: false,
    ...more,
  };
}

test('BEYOND-04 recall in all and by kind, false alarms and cost come with their bounds', () => {
  const { figures } = calibrationOf(
    [
      change('a', 'off-by-one', [said(12)]),
      change('b', 'off-by-one', []),
      change('c', 'secret', [said(10)]),
      change('d', null, [said(1), said(2)]),
      change('e', null, []),
    ],
    settings,
  );
  expect(figures).toMatchObject({
    changes: 5,
    defects: 3,
    kinds: 2,
    clean: 2,
    isEnough: false,
    recall: { value: 2 / 3, of: 3 },
    recallByKind: { 'off-by-one': { value: 0.5, of: 2 }, secret: { value: 1, of: 1 } },
    falseAlarms: { value: 1, of: 2 },
    costUsd: { value: 0.5, of: 5 },
    tokens: { value: 100 },
  });
  for (const { low, value, high } of [figures.recall, figures.falseAlarms])
    expect((low ?? 1) < (value ?? 0) && (value ?? 0) < (high ?? 0)).toBe(true);
});

test('what was said of the change without the defect too does not count as having found it', () => {
  const clean = change('clean', null, [said(11, 'line 11 is long')]);
  const echo = change('echo', 'secret', [said(12, 'line 12 is long')], { twin: 'clean' });
  const both = change('both', 'secret', [said(12, 'line 12 is long'), said(9, 'a secret')], {
    twin: 'clean',
  });
  const alone = change('alone', 'secret', [said(12, 'line 12 is long')]);
  const { figures, scores } = calibrationOf([clean, echo, both, alone], settings);
  expect(scores.map(({ id, matched }) => [id, matched.length])).toEqual([
    ['clean', 0],
    ['echo', 0],
    ['both', 1],
    ['alone', 1],
  ]);
  expect(figures.byChance).toMatchObject({ value: 1, of: 2 });
});

test('BEYOND-04 forty defects of eight kinds and twenty clean changes are enough, and one less of any is not', () => {
  const make = (defects: number, kinds: number, clean: number): readonly JudgedChange[] => [
    ...Array.from({ length: defects }, (_, nth) => change(`p${nth}`, `kind-${nth % kinds}`, [])),
    ...Array.from({ length: clean }, (_, nth) => change(`c${nth}`, null, [])),
  ];
  const isEnough = (...many: readonly [number, number, number]): boolean =>
    calibrationOf(make(...many), settings).figures.isEnough;
  expect([isEnough(40, 8, 20), isEnough(39, 8, 20), isEnough(40, 7, 20), isEnough(40, 8, 19)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const unanswered = [...make(40, 8, 19), change('late', null, null), change('lost', 'kind-1', null)];
  const { figures } = calibrationOf(unanswered, settings);
  expect(figures).toMatchObject({ isEnough: false, recall: { of: 41 }, falseAlarms: { of: 19 } });
});

test('BEYOND-04 what scans find in the same review is not the merit of the agent, and is told beside it', () => {
  const scan = { ...said(10), source: { kind: 'scan', name: 'secrets' } } as const;
  const both = { ...scan, sources: [scan.source, { kind: 'reviewer', name: 'reviewer' }] } as const;
  const asked = { byAgent: true };
  const { figures, scores } = calibrationOf(
    [
      change('scan', 'secret', [scan], asked),
      change('both', 'secret', [both], asked),
      change('none', 'secret', [], asked),
      change('clean', null, [scan], asked),
    ],
    settings,
  );
  expect(figures).toMatchObject({
    recall: { value: 1 / 3 },
    falseAlarms: { value: 0 },
    withScans: { recall: { value: 2 / 3 }, falseAlarms: { value: 1 } },
  });
  expect(scores.map(({ matched }) => matched.length)).toEqual([0, 1, 0, 0]);
  expect(calibrationOf([change('scan', 'secret', [scan])], settings).figures).toMatchObject({
    recall: { value: 1 },
    withScans: null,
  });
});

test('BEYOND-04 labels count one by one: precision, recall by severity, and matches by words alone', () => {
  const label = { file: 'src/a.ts', line: 10, endLine: null, severity: 'HIGH', text: '', words: [] } as const;
  const loose = {
    ...label,
    file: null,
    line: null,
    severity: 'LOW',
    text: 'get_item_key floors a datetime',
  } as const;
  const labelled = (
    id: string,
    comments: readonly (typeof label | typeof loose)[],
    findings: readonly Finding[] | null,
  ) => ({
    ...change(id, null, findings),
    change: { id, comments },
    kinds: comments.map(({ severity }) => severity),
  });
  const nit = { ...said(30, 'a nit'), severity: 'LOW' } as const;
  const words = said(40, 'getItemKey floors a datetime key');
  const changes = [
    labelled('a', [label, loose], [said(12), words, nit]),
    labelled('b', [label], null),
    labelled('c', [], [nit]),
    labelled('d', [], []),
  ];
  const { figures, scores } = calibrationOf(changes, { ...settings, source: 'labelled' });
  expect(figures).toMatchObject({
    changes: 4,
    defects: 3,
    clean: 2,
    recall: { value: 2 / 3, of: 3 },
    recallByKind: { HIGH: { value: 1 / 2 }, LOW: { value: 1 } },
    byWords: 1,
    precision: { value: 2 / 4, of: 4 },
    falseAlarms: { value: 1 / 2 },
  });
  expect(scores.map(({ extra }) => extra.map(({ message }) => message))).toEqual([
    ['a nit'],
    [],
    ['a nit'],
    [],
  ]);
  const strict = calibrationOf(changes, { ...settings, from: 'HIGH', source: 'labelled' }).figures;
  expect([strict.precision?.value, strict.falseAlarms.value]).toEqual([1, 0]);
  expect(calibrationOf(changes, settings).figures.precision).toBeNull();
});
