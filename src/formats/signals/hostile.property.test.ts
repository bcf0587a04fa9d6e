import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAuditor } from './auditor.ts';
import { parseCritic } from './critic.ts';
import { parseDeveloper } from './work/developer.ts';
import { closingLines, signalNames, signalsOf, type SignalRole } from './names.ts';
import { parseRemediator } from './work/remediator.ts';
import {
  failedAudit,
  failedReview,
  passedAudit,
  passedReview,
  readyWork,
  remediation,
  ticket,
  token,
} from '../../../test/support/signal-samples.ts';

const expected = { ticket, token };
const bare = { ticket };

type Parse = (
  text: string,
  expected: { ticket: string; token?: string },
) => { verdict: string; reasons: readonly string[] };

const parsers: readonly (readonly [SignalRole, Parse])[] = [
  ['developer', parseDeveloper],
  ['critic', parseCritic],
  ['auditor', parseAuditor],
  ['remediator', parseRemediator],
];

/** Pieces of everything the parsers react to, in any order. */
const pieces = fc.constantFrom(
  ...signalNames.flatMap((name) => [name, `${name}:`, `${name}: ${ticket}`, `\n${name}: ${ticket} `]),
  '\n',
  '\r\n',
  '\n\n',
  '```',
  '\n```\n',
  '\n~~~~\n',
  '> ',
  '<!--',
  '-->',
  '    ',
  '- ',
  '1. ',
  '**',
  '`',
  '#',
  '|',
  'Issues Found:',
  'Quality Assessment:\n- Code style: COMPLIANT',
  'Summary: ',
  ': VERIFIED',
  '(local): PASS',
  '{',
  '}',
  '{"signal":"REVIEW_PASSED"',
  '"token":',
  '"ticket":"T-1"',
  '\x1b[31m',
  '\u200b',
  '\ud800',
  '\0',
  '| Check |',
);
const noise = fc
  .array(fc.oneof(pieces, fc.string(), fc.string({ unit: 'binary' })), { maxLength: 30 })
  .map((all) => all.join(''));

test.each(parsers)(
  'SIGNAL-03 whatever the %s prints, nothing is thrown, and without the token nothing counts',
  (_, parse) => {
    fc.assert(
      fc.property(noise, (text) => {
        const answer = parse(text, expected);
        expect(answer.verdict).toBe('unknown');
        expect(answer.reasons).not.toEqual([]);
      }),
    );
  },
);

test.each(parsers)('SIGNAL-07 an empty token is never matched, whatever the %s prints', (role, parse) => {
  fc.assert(
    fc.property(noise, fc.constantFrom(...signalsOf[role]), (text, name) => {
      expect(parse(`${text}\n${name}: ${ticket}\n`, { ticket, token: '' }).verdict).toBe('unknown');
      expect(
        parse(`{"signal":"${name}","ticket":"${ticket}","token":""}`, { ticket, token: '' }).verdict,
      ).toBe('unknown');
    }),
  );
});

/** Ways in which a line can be there without being said. */
const hidden: readonly ((line: string) => string)[] = [
  (line) => `\`\`\`\n${line}\n\`\`\``,
  (line) => `~~~text\n${line}\n~~~`,
  (line) => `\`\`\`\`\n\`\`\`\n${line}\n\`\`\`\`\``,
  (line) => `   \`\`\`js\n${line}\n   \`\`\``,
  (line) => `> ${line}`,
  (line) => `> quoted\n${line}`,
  (line) => `<!--\n${line}\n-->`,
  (line) => `see <!-- this\n${line}\n-->`,
  (line) => `<!--\n\n${line}\n\n--> and more`,
  (line) => ` ${line}`,
  (line) => `    ${line}`,
  (line) => `\t${line}`,
  (line) => `- ${line}`,
  (line) => `1. \`${line}\``,
  (line) => `- \`${line}\` - if code quality is acceptable`,
  (line) => `I will answer ${line}`,
  (line) => `x\r${line}`,
  (line) => `x\u2028${line}`,
  (line) => `x\x0b${line}\x0c`,
  (line) => `## ${line}`,
  (line) => `${line} if everything holds`,
  (line) => `"${line}"`,
  (line) => line.replace(':', ' -'),
  (line) => line.toLowerCase(),
  (line) => line.replace(ticket, 'T-11'),
  (line) => line.replace(ticket, `${ticket}_`),
  (line) => line.replace(token, `${token}x`),
  (line) => line.replace(token, token.toUpperCase()),
];

const calm = fc.stringMatching(/^[a-zäöü ,.;0-9]{0,40}$/).map((text) => `x${text}`);
const calmLines = fc.array(calm, { maxLength: 5 }).map((lines) => lines.join('\n'));

const good: readonly (readonly [string, Parse, string, string])[] = [
  ['REVIEW_PASSED', parseCritic, passedReview, 'pass'],
  ['AUDIT_PASSED', parseAuditor, passedAudit, 'pass'],
  ['READY_FOR_REVIEW', parseDeveloper, readyWork, 'ready'],
  [
    'REMEDIATION_COMPLETE',
    (text, given) => parseRemediator(text, { ...given, ticket: 'E-1' }),
    remediation,
    'complete',
  ],
];

test.each(good)(
  'SIGNAL-02 SIGNAL-03 a %s that is not said at the start of a line of its own never counts',
  (_, parse, document) => {
    const [line = '', ...rest] = document.split('\n');
    fc.assert(
      fc.property(fc.constantFrom(...hidden), calmLines, calmLines, (hide, before, after) => {
        const hiddenLine = hide(line.replace('E-1', ticket)).replace(
          ticket,
          line.includes('E-1') ? 'E-1' : ticket,
        );
        const text = `${before}\n\n${hiddenLine}\n\n${after}\n\n${rest.join('\n')}`;
        expect(parse(text, expected).verdict).toBe('unknown');
      }),
    );
  },
);

test.each(good)(
  'SIGNAL-03 003#8 CRLF, colour and marks leave a %s what it is; prose around it leaves only work what it is',
  (name, parse, document, verdict) => {
    const dress = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.replaceAll('\n', '\r\n'),
      (text) => text.replace(name, `\x1b[32m${name}`).replace(token, `${token}\x1b[0m`),
      (text) => text.replace(name, `**${name}`).replace(token, `${token}**`),
      (text) => text.replace(`${name}:`, `**${name}:**`),
      (text) => text.replace(name, `\`${name}`).replace(token, `${token}\`.`),
      (text) => text.replace(token, `${token}!`),
      (text) => text.replace(name, `_${name}`).replace(token, `${token}_`),
      (text) => `\ufeff${text}`,
    );
    fc.assert(
      fc.property(dress, calmLines, calmLines, (change, before, after) => {
        expect(parse(change(document), expected)).toMatchObject({ verdict, reasons: [] });
        const text = `${before}\n\n${change(document)}\n\n${after}`;
        const around = `${before}${after}` === '' ? verdict : verdict === 'pass' ? 'unknown' : verdict;
        expect(parse(text, expected).verdict).toBe(around);
      }),
    );
  },
);

test.each([
  ['critic', parseCritic, failedReview, 'REVIEW_PASSED'],
  ['auditor', parseAuditor, failedAudit, 'AUDIT_PASSED'],
] as const)(
  'SIGNAL-03 a failing %s is not turned by a pass spliced in anywhere',
  (_, parse, document, name) => {
    const lines = document.split('\n');
    const line = `${name}: ${ticket} ${token}`;
    fc.assert(
      fc.property(fc.nat({ max: lines.length }), fc.constantFrom(...hidden), (at, hide) => {
        const spliced = [...lines.slice(0, at), hide(line), ...lines.slice(at)].join('\n');
        expect(parse(spliced, expected).verdict).not.toBe('pass');
        const plain = [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
        expect(parse(plain, expected).verdict).toBe('unknown');
        expect(parse(document, expected).verdict).toBe('fail');
      }),
    );
  },
);

test.each(parsers)(
  'SIGNAL-03 the lines a prompt shows the %s are no answer when they are repeated',
  (role, parse) => {
    const shown = closingLines(role, ticket, token).join('\n');
    const plain = closingLines(role, ticket).join('\n');
    expect(parse(`You MUST end with one of:\n${shown}\nTOKEN: ${token}\n`, expected).verdict).toBe('unknown');
    expect(parse(`You MUST end with one of:\n${plain}\n`, bare).verdict).toBe('unknown');
    expect(parse(plain.replaceAll('- ', ''), bare).verdict).toBe('unknown');
  },
);

test('SIGNAL-03 what stands around a pass can spoil it but never a failure become one', () => {
  fc.assert(
    fc.property(noise, noise, (before, after) => {
      expect(['fail', 'unknown']).toContain(
        parseCritic(`${before}\n${failedReview}\n${after}`, expected).verdict,
      );
      expect(['fail', 'unknown']).toContain(
        parseAuditor(`${before}\n${failedAudit}\n${after}`, expected).verdict,
      );
    }),
  );
});
