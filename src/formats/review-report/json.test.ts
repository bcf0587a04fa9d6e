import { expect, test } from 'vitest';

import { findReports, outsideReports } from './json.ts';

const report = '{"ticket_id":"T","status":"pass"}';
const other = '{"approved":false}';
const none = 'there is no review report';
const cut = 'a report is cut off or is not valid JSON';

test.each([
  ['bare', report, [report], []],
  ['below prose', `so:\n${report}\nwell`, [report], []],
  ['indented by three', `   ${report} \t`, [report], []],
  ['behind a byte order mark', `\ufeff${report}`, [report], []],
  ['in the middle of a line', `so: ${report}`, [], [none]],
  ['with words behind it', `${report} would pass`, [], [none]],
  ['with a full stop behind it', `${report}.`, [], [none]],
  ['as indented code', `so\n\n    ${report}`, [], [none]],
  ['indented by a tab', `\t${report}`, [], [none]],
  ['in a comment', `<!--\n${report}\n-->`, [], [none]],
  ['in a comment of one line', `<!-- ${report} -->`, [], [none]],
  ['in the shadow of a comment', `x <!--\n${report}\n-->`, [], [none]],
  ['indented in a json fence', `\`\`\`json\n      ${report}\n\`\`\``, [report], []],
  ['in a json fence', `\`\`\`json\n${report}\n\`\`\``, [report], []],
  ['in a JSONC fence', `~~~ JSONC\n${report}\n~~~`, [report], []],
  ['in an unmarked fence', `\`\`\`\n${report}\n\`\`\``, [report], []],
  ['behind a closed fence', `\`\`\`ts\nx\n\`\`\`\n${report}`, [report], []],
  ['twice the same', `${report}\n${report}`, [report], []],
  ['among other objects', `{"a":[1,{"b":{}}]}\n${report}\n{"c":"}"} {} {x}`, [report], []],
  ['behind a brace in a string', `{"a":"{"}\n${report}`, [report], []],
  ['behind a broken object of another kind', `{"a":1,}\n${report}`, [report], []],
  ['behind an open quotation mark', `{"a \n${report}`, [report], []],
  ['in a list', `[${report}]`, [], [none]],
  ['spread over lines', `{\n "approved" \t:\r\n true\n}`, [`{\n "approved" \t:\r\n true\n}`], []],
  ['nothing', '', [], [none]],
  ['prose', 'all fine { } {"a":1}', [], [none]],
  ['in a fence of another language', `\`\`\`ts\n${report}\n\`\`\``, [], [none]],
  ['in an unclosed fence of another language', `\`\`\`ts\n${report}\n\`\`\`json\n${report}`, [], [none]],
  ['in a fence closed by a shorter one', `\`\`\`\`ts\n\`\`\`\n${report}`, [], [none]],
  ['in a fence closed by the other kind', `\`\`\`ts\n~~~\n${report}`, [], [none]],
  ['behind a longer closing fence', `\`\`\`ts\n\`\`\`\`\n${report}`, [report], []],
  ['in a block quote', `> ${report}`, [], [none]],
  ['in an indented block quote', `   > ${report}`, [], [none]],
  ['right below a block quote', `> he said\n${report}`, [], [none]],
  ['behind a block quote', `> he said\n\n${report}`, [report], []],
  ['behind a sign in the line', `a > ${report}`, [], [none]],
  ['in a quote inside a json fence', `\`\`\`json\n> x\n${report}\n\`\`\``, [report], []],
  ['two different', `${report}\n${other}`, [report, other], ['there is more than one report']],
  ['three', `${report}\n${other}\n{"approved":1}`, [report, other], ['there is more than one report']],
  ['cut off', '{"ticket_id":"T","status":"pa', [], [cut]],
  ['whole and cut off', `${report}\n{"approved":tr`, [report], [cut]],
  ['with a trailing comma', '{"approved":true,}', [], [cut]],
  ['with a line break in a string', '{"approved":true,"n":"a\nb"}', [], [cut]],
  ['inside a broken object', `{"all":[${report},`, [], [cut]],
  ['closed by the wrong bracket', '{"approved":[1}', [], [cut]],
  ['wrapped', `{"result":${report}}`, [], ['a report is wrapped in another object']],
  ['wrapped in a list', `{"a":[[${report}]]}`, [], ['a report is wrapped in another object']],
  ['with another inside', `{"approved":true,"old":${report}}`, [`{"approved":true,"old":${report}}`], []],
  [
    'with a key twice',
    '{"approved":false,"approved":true}',
    ['{"approved":false,"approved":true}'],
    ['the key "approved" appears twice'],
  ],
  [
    'with an escaped key twice',
    '{"approved":1,"\\u0061pproved":2}',
    ['{"approved":1,"\\u0061pproved":2}'],
    ['the key "approved" appears twice'],
  ],
  [
    'with a key twice deep inside',
    '{"dimension_scores":{"q":{"score":1,"score":99}}}',
    ['{"dimension_scores":{"q":{"score":1,"score":99}}}'],
    ['the key "score" appears twice'],
  ],
  [
    'the same key in two objects',
    '{"approved":{"a":{},"b":{"a":1}}}',
    ['{"approved":{"a":{},"b":{"a":1}}}'],
    [],
  ],
  ['a badly escaped key', '{"approved":1,"\\x":2}', ['{"approved":1,"\\x":2}'], []],
  ['an escaped quotation mark', '{"approved":"a\\"}"}', ['{"approved":"a\\"}"}'], []],
  ['empty lists', '{"blocking_issues":[],"x":[{},[]]}', ['{"blocking_issues":[],"x":[{},[]]}'], []],
])('EPIC-06 the look for a report: %s', (_name, text, sources, problems) => {
  const found = findReports(text);
  expect([found.sources, found.problems]).toEqual([sources, problems]);
});

test.each([
  ['dimension_scores', 1],
  ['pass_criteria_met', 1],
  ['approved', 1],
  ['blocking_issues', 1],
  ['overall_score', 1],
  ['ticket_id', 0],
  ['status', 0],
])('EPIC-06 an object with %s alone counts as a report: %d', (key, count) => {
  expect(findReports(`{"${key}":0}`).sources.length).toBe(count);
});

test('EPIC-06 an object may be 64 deep and a million long, and what is beyond is not followed', () => {
  const bounded = 'there is a JSON object too long or too deep to be followed';
  const deep = (levels: number) => `{"approved":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(findReports(deep(63)).problems).toEqual([]);
  expect(findReports(deep(64)).problems).toEqual([bounded]);
  const long = (length: number) => `{"approved":[1],"x":"${'x'.repeat(length - 22 - 1)}"}`;
  expect(findReports(long(1_000_000)).problems).toEqual([]);
  expect(findReports(`{"approved":1,"x":["${'x'.repeat(1_000_100)}",2]}${report}`)).toEqual({
    sources: [],
    places: [],
    isThere: true,
    problems: [bounded],
  });
  expect(findReports(`> ${deep(64)}\n\n${report}`).problems).toEqual([bounded]);
});

test('EPIC-06 too many braces are refused', () => {
  const many = 'there are more than 200000 braces';
  const found = (braces: number) => findReports(`${'{}'.repeat(braces)}\n${report}`);
  expect(found(199_999)).toMatchObject({ sources: [report], isThere: true, problems: [many] });
  expect(found(199_998)).toMatchObject({ sources: [report], isThere: true, problems: [] });
  expect(found(200_000)).toEqual({ sources: [], places: [], isThere: true, problems: [many] });
});

test.each([
  ['nothing', '', []],
  ['prose', 'I vote no.', ['I vote no.']],
  ['another object', '{"a":1}', ['{"a":1}']],
  ['a quote', `> ${report}`, [`> ${report}`]],
  ['a fence', `\`\`\`text\n${other}\n\`\`\``, [other]],
  ['a comment', `<!-- ${other} -->`, [`<!-- ${other} -->`]],
  ['a signal', 'REVIEW_FAILED: T tok', ['REVIEW_FAILED: T tok']],
])('EPIC-06 what stands beside a report is not part of it: %s', (_name, words, outside) => {
  expect(outsideReports(`${report}\n\n${words}`)).toEqual(outside);
  expect(outsideReports(`${words}\n\n\`\`\`json\n  ${report}\n\`\`\``)).toEqual(outside);
});
