import { secretDetection } from '../../detect/index.ts';
import type { ScanSettings } from '../../model/config.ts';
import type { Finding } from '../../model/finding.ts';
import {
  allFinders,
  allRules,
  chooseRules,
  isNear,
  type LeftOut,
  type Rule,
  type ScanCrash,
  type ScanOptions,
  scanTree,
  syntaxFinders,
  type Tree,
} from '../../../packages/scan/index.ts';
import type { ChangedLines } from '../../review/index.ts';
import { freshFindings } from '../../review/index.ts';
import { matches } from '../../plan/index.ts';
import { scanFindingOf } from '../scans/scan-finding.ts';

type Grammars = NonNullable<ScanOptions['syntax']>['grammars'];

/** Both sides of a change as a scan reads them. */
export type Sides = {
  /** The changed files, after and before. */
  readonly now: Tree;
  readonly before: Tree;
  /** Every file, after and before; null where the project is too large to be looked at whole. */
  readonly whole: { readonly now: Tree; readonly before: Tree } | null;
  readonly lines: ChangedLines;
  readonly grammars: Grammars;
};

export type ChangeScan = {
  readonly findings: readonly Finding[];
  readonly crashes: readonly ScanCrash[];
  /** Rules that were not asked. */
  readonly notAsked: readonly string[];
  /** Changed files that no rule looked at, and why. */
  readonly left: readonly LeftOut[];
};

/** What static rules find that was not there before. Only files of the change are looked at, unless a rule needs all. */
export function scanChange(sides: Sides, settings: ScanSettings): ChangeScan {
  const rules = rulesFor(settings);
  const near = rules.filter(isNear);
  const far = rules.filter((rule) => !isNear(rule));
  const looking = { ...sides, designFile: settings.ui ?? undefined };
  const own = freshIn(sides.now, sides.before, near, looking);
  const wide = sides.whole === null ? nothing : freshIn(sides.whole.now, sides.whole.before, far, looking);
  const isMeant = ({ file }: Finding): boolean => !settings.ignore.some((glob) => matches(glob, file));
  return {
    findings: [...own.findings, ...wide.findings].filter(isMeant),
    crashes: [...own.crashes, ...wide.crashes],
    notAsked: sides.whole === null ? far.map(({ id }) => id) : [],
    left: own.left,
  };
}

type Fresh = Pick<ChangeScan, 'findings' | 'crashes' | 'left'>;

const nothing: Fresh = { findings: [], crashes: [], left: [] };

/** The old side is looked at only where the new one has something to compare. */
function freshIn(
  now: Tree,
  before: Tree,
  rules: readonly Rule[],
  { lines, grammars, designFile }: Sides & { readonly designFile: string | undefined },
): Fresh {
  const syntax = { grammars, finders: syntaxFinders };
  const scan = (tree: Tree) =>
    scanTree(tree, { rules, finders: allFinders, syntax, secrets: secretDetection, designFile });
  const after = scan(now);
  // A comment that came with the change does not excuse it (P9); one that is at the base has the finding beside it there.
  const found = after.findings.map((finding) => withHint(scanFindingOf(finding), finding.suppressed));
  const { crashes, left } = after;
  if (found.length === 0) return { findings: [], crashes, left };
  const known = scan(before).findings.map(scanFindingOf);
  return { findings: freshFindings(found, known, lines), crashes, left };
}

function withHint(finding: Finding, suppressed: string | null): Finding {
  if (suppressed === null) return finding;
  return {
    ...finding,
    fix: `${finding.fix} A suppression comment counts once it is on the base.`.trim(),
  };
}

/** The rules that a run and an audit ask too. Secrets in a change are found by the detector, which looks at tests and documents as well. */
function rulesFor({ families, severity }: ScanSettings): readonly Rule[] {
  const { rules } = chooseRules(allRules, {
    families,
    severity,
    onlyRules: [],
    onlyFamilies: [],
    profile: 'default',
  });
  return rules.filter(({ family }) => family !== 'secret');
}
