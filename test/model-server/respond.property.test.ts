import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { respond } from './respond.ts';

const cast = { otherwise: () => ({ text: 'ok' }), now: () => 0 };

const paths = fc.oneof(
  fc.constantFrom(
    '/v1/messages',
    '/v1/messages/count_tokens',
    '/v1/responses',
    '/v1/chat/completions',
    '/v1beta/models/m:generateContent',
    '/v1beta/models/m:streamGenerateContent',
    '/scenario/dev/v1/messages',
  ),
  fc.webPath(),
  fc.string(),
);

const keys = fc.constantFrom(
  'messages',
  'input',
  'contents',
  'tools',
  'max_tokens',
  'stream',
  'system',
  'role',
  'content',
  'parts',
  'text',
  'type',
  'function',
  'parameters',
  'properties',
  'required',
);

/** JSON whose members have the names of real requests and values of any kind. */
const anyBody = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'user',
      'tool_result',
      '[[scenario:dev]]',
      '[[scenario:nobody]]',
      '[[scenario:constructor]]',
    ),
    fc.jsonValue(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  ),
})).value;

test('whatever is sent, something is answered, and what is no JSON object gets a status from 400 on', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('POST', 'GET', 'PUT', ''),
      paths,
      fc.oneof(fc.string(), fc.json()),
      (method, path, body) => {
        const { status, pieces } = respond({ method, path, headers: {}, body }, cast);
        expect(pieces.length).toBeGreaterThan(0);
        const isModels = method === 'GET' && path.split('?')[0]?.endsWith('/models') === true;
        const isObject = body.trim().startsWith('{');
        expect(isModels || isObject || status >= 400).toBe(true);
        expect(status).toBeLessThan(500);
      },
    ),
  );
});

test('requests with the right names and the wrong values never throw', () => {
  fc.assert(
    fc.property(paths, anyBody, (path, body) => {
      const { status } = respond(
        { method: 'POST', path, headers: {}, body: JSON.stringify(body) ?? '' },
        cast,
      );
      expect(status === 200 || (status >= 400 && status < 500)).toBe(true);
    }),
  );
});
