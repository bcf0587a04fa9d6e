import { createHash } from 'node:crypto';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { hostileAudit } from '../../../test/support/hostile-audit.ts';
import { auditHtml } from './audit-html.ts';
import { filterScript, filterScriptHash, styles, stylesHash } from '../html-page.ts';
import { auditMarkdownEnd } from './audit-markdown.ts';
import { auditText } from './audit-text.ts';

const UNSEEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
const options = { paint: (_: string, text: string) => text, all: false, path: '' };

test('TEAM-14 whatever a repository says, the text for the terminal has exactly its own lines', () => {
  fc.assert(
    fc.property(hostileAudit, (audit) => {
      for (const line of auditText(audit, options)) {
        expect(line).not.toMatch(UNSEEN);
        expect(line).toMatch(/^(?:$| {2}|CRITICAL|HIGH|MEDIUM|LOW|INFO|AUDIT|next:|\+\d+ more)/);
      }
    }),
  );
});

test('TEAM-14 whatever a repository says, the page has exactly its own elements and one script, known by its hash', () => {
  fc.assert(
    fc.property(hostileAudit, (audit) => {
      const page = auditHtml(audit, { title: audit.notes[0] ?? 'x' });
      const body = page.replace(styles, '').replace(filterScript, '');
      const tags = [...body.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase());
      const known =
        '! !doctype html head meta title style body h1 h2 p span form label select option input main article strong code pre ul li script';
      expect(tags.filter((tag) => !known.split(' ').includes(tag))).toEqual([]);
      expect(tags.filter((tag) => tag === 'script')).toHaveLength(2);
      expect(tags.filter((tag) => tag === 'article')).toHaveLength(2 * audit.findings.length);
      // Every bracket belongs to a tag of ours, so no text opened or closed one.
      expect(body.replace(/<\/?[a-z!][^<>]*>/gi, '')).not.toMatch(/[<>]/);
      expect(body).not.toMatch(/ on[a-z]+=|javascript:|https?:/i);
      expect(page.replaceAll('\n', '')).not.toMatch(UNSEEN);
    }),
  );
});

test('TEAM-14 the page allows its own script and styles by their hashes, and nothing else', () => {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  expect(filterScriptHash).toBe(hash(filterScript));
  expect(stylesHash).toBe(hash(styles));
  const [audit] = fc.sample(hostileAudit, { numRuns: 1, seed: 1 });
  if (audit === undefined) throw new Error('no sample');
  const page = auditHtml(audit, { title: 'x' });
  expect(page).toContain(
    `content="default-src 'none'; style-src '${stylesHash}'; script-src '${filterScriptHash}';`,
  );
  expect(page).toContain(`<script>${filterScript}</script>`);
  expect(page).toContain(`<style>${styles}</style>`);
});

test('whatever a repository says, the end of the Markdown report has only its own headings and bullets', () => {
  fc.assert(
    fc.property(hostileAudit, (audit) => {
      for (const line of auditMarkdownEnd(audit).split('\n')) {
        expect(line).toMatch(/^(?:|## [A-Z ]+|- .*)$/);
        expect(line).not.toMatch(UNSEEN);
      }
    }),
  );
});
