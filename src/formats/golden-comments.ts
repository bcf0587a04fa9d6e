import { severityFrom } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';
import { fits } from '../schema/fits.ts';
import { type Infer, listOf, openMapOf, optional, text } from '../schema/shape.ts';

/** One pull request of a public set of golden comments: what reviewers should have said, without places. */
export type GoldenPullRequest = {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly comments: readonly { readonly text: string; readonly severity: Severity }[];
};

const Entry = openMapOf({
  pr_title: text(),
  url: text(),
  original_url: optional(text()),
  comments: listOf(openMapOf({ comment: text(), severity: text() })),
});

export type ReadGolden =
  | { readonly ok: true; readonly pulls: readonly GoldenPullRequest[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * The files of the public benchmark of 50 pull requests and 137 comments: a list of `{pr_title, url, comments: [{comment,
 * severity}]}` for each repository. An entry that cannot be read is an error: a set with holes measures something else.
 */
export function readGoldenComments(json: string, name: string): ReadGolden {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false, reasons: [`${name}: no JSON`] };
  }
  if (!Array.isArray(value)) return { ok: false, reasons: [`${name}: not a list of pull requests`] };
  const reasons: string[] = [];
  const pulls = value.flatMap((each: unknown, index): readonly GoldenPullRequest[] => {
    const isEntry = fits(Entry, each);
    const odd = isEntry
      ? each.comments.find(({ severity }) => severityFrom(severity) === undefined)?.severity
      : undefined;
    if (isEntry && odd === undefined) return [pullOf(each, name, index)];
    reasons.push(
      `${name}[${index}]: ${odd === undefined ? 'not a pull request with comments' : `there is no severity ${JSON.stringify(odd)}`}`,
    );
    return [];
  });
  const ids = pulls.map(({ id }) => id);
  reasons.push(
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${name}: ${id} stands there twice`),
  );
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, pulls };
}

function pullOf(entry: Infer<typeof Entry>, name: string, index: number): GoldenPullRequest {
  const from = entry.original_url ?? entry.url;
  const number = /\/pull\/(\d+)/.exec(from)?.[1] ?? `entry-${index + 1}`;
  return {
    id: `${slug(name.replace(/^.*\//, '').replace(/\.json$/, ''))}-${number}`,
    title: entry.pr_title,
    source: from,
    comments: entry.comments.map(({ comment, severity }) => ({
      text: comment,
      severity: severityFrom(severity) ?? 'LOW',
    })),
  };
}

function slug(text: string): string {
  return (
    text
      .replace(/[^A-Za-z0-9.-]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, 60) || 'set'
  );
}
