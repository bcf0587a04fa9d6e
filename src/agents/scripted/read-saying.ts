import { signalNames } from '../../formats/index.ts';
import { severities } from '../../model/severity.ts';
import { type Fields, fieldsOf } from '../fields.ts';
import type { Say } from '../yaml-value.ts';
import { type Issue, kinds, type Parts, type Row, type Saying } from './script.ts';

const forms = ['say', 'pass', 'fail'] as const;

const partKeys = [
  'files',
  'tests',
  'matrix',
  'summary',
  'kind',
  'blocker',
  'dependsOn',
  'attempted',
  'needed',
  'checks',
  'question',
  'options',
  'issues',
  'fixes',
  'priority',
  'failed',
] as const;

/** Reads what an entry answers: exactly one of `say`, `pass` and `fail`. */
export function readSaying(entry: Fields, say: Say): Saying | undefined {
  const given = forms.filter((form) => entry.keys.includes(form));
  const [form] = given;
  if (form === undefined || given.length > 1) {
    say(entry.path, 'must have one of say, pass and fail');
    return undefined;
  }
  const value = entry.raw(form);
  const path = [...entry.path, form];
  if (form === 'say' && typeof value === 'string') return { kind: 'text', text: value };
  const keys = form === 'say' ? ['signal', ...partKeys] : partKeys;
  const fields = fieldsOf(form === 'say' ? value : (value ?? {}), path, keys, say);
  if (fields === undefined) return undefined;
  if (form !== 'say') return { kind: 'parts', signal: form, parts: readParts(fields, say) };
  const signal = fields.oneOf('signal', signalNames);
  if (signal === undefined) {
    if (!fields.keys.includes('signal')) say(path, 'must have a signal');
    return undefined;
  }
  return { kind: 'parts', signal, parts: readParts(fields, say) };
}

function readParts(fields: Fields, say: Say): Parts {
  return {
    files: fields.raw('files') === 'changed' ? 'changed' : (fields.texts('files') ?? 'changed'),
    tests: fields.texts('tests') ?? [],
    matrix: fields.raw('matrix') === 'pass' ? 'pass' : rowsOf(fields),
    summary: fields.text('summary') ?? 'done as asked',
    kind: fields.oneOf('kind', kinds) ?? null,
    blocker: fields.text('blocker') ?? '',
    dependsOn: fields.text('dependsOn') ?? null,
    attempted: fields.text('attempted') ?? '',
    needed: fields.text('needed') ?? '',
    checks: fields.texts('checks') ?? [],
    question: fields.text('question') ?? '',
    options: fields.texts('options') ?? [],
    issues: (fields.maps('issues', ['file', 'line', 'message', 'severity']) ?? []).map((issue) =>
      issueOf(issue, say),
    ),
    fixes: fields.texts('fixes') ?? [],
    priority: fields.oneOf('priority', ['HIGH', 'MEDIUM', 'LOW']) ?? 'HIGH',
    failed: fields.texts('failed') ?? [],
  };
}

function issueOf(fields: Fields, say: Say): Issue {
  if (!fields.keys.includes('message')) say(fields.path, 'must have a message');
  return {
    file: fields.text('file') ?? '',
    line: fields.count('line') ?? 0,
    message: fields.text('message') ?? '',
    severity: fields.oneOf('severity', severities) ?? 'HIGH',
  };
}

function rowsOf(fields: Fields): readonly Row[] {
  const rows = fields.maps('matrix', ['check', 'environment', 'exitCode', 'result']) ?? [];
  return rows.map((row) => ({
    check: row.text('check') ?? '',
    environment: row.text('environment') ?? '',
    exitCode: row.count('exitCode') ?? 0,
    result: row.oneOf('result', ['PASS', 'FAIL']) ?? 'PASS',
  }));
}
