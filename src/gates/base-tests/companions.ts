import {
  checkRole,
  type Detected,
  type FileChange,
  isTest,
  languageOf,
  settingsAt,
} from '../../detect/index.ts';
import { folderOf, joined } from '../../../packages/scan/files.ts';
import { hasWord, type InputIndex } from './input-side.ts';

/**
 * Product code that asks for a file which was put back: it can answer rightly beside base's version and wrongly beside the
 * branch's, so a green run with the file put back proves nothing (EVID-01). It asks by name in its text, or, for a file that
 * is left out, by looking for it while the checks run as they never did at base.
 */
export function companions(
  changes: readonly FileChange[],
  put: ReadonlySet<string>,
  { base, now }: { readonly base: InputIndex; readonly now: InputIndex },
): readonly Detected[] {
  const beside = changes.filter(({ path }) => put.has(path) && settingsAt(path) !== 'part');
  const product = changes.filter(
    (change) =>
      !put.has(change.path) &&
      languageOf(change.path) !== undefined &&
      !isTest(change) &&
      checkRole(change) === undefined,
  );
  return beside.flatMap((companion) => {
    const { path, before } = companion;
    const asking = product.find(
      ({ path: from, before: old, after }) =>
        asksFor(from, after?.text ?? '', path) && !asksFor(from, old?.text ?? '', path),
    );
    if (asking !== undefined) return [told(path, asking.path)];
    const isSought = before === null && now.missing.has(path) && !base.missing.has(path);
    return isSought ? [told(path, '')] : [];
  });
}

/** Whether code names a file with its folder, or loads it by its name. Lines that are comments count for nothing. */
function asksFor(from: string, text: string, path: string): boolean {
  const [name = '', folder = ''] = path.split('/').toReversed();
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:\/[/*]|\*|#(?!include)|--)/.test(line))
    .map((line) => withoutOtherModules(line, from, path));
  const isBeside = folderOf(from) === folderOf(path);
  const stem = languageOf(path) === undefined ? '' : stemOf(name);
  const isLoaded = (line: string): boolean =>
    stem !== '' &&
    LOADS.test(line) &&
    hasWord(line, stem) &&
    (isBeside || folder === '' || hasWord(line, folder));
  const isFolderNamed = folder === '' || lines.some((line) => hasWord(line, folder));
  return lines.some((line) => isLoaded(line) || (isFolderNamed && hasWord(line, name)));
}

/** A relative module is the file that it resolves to, whatever other file has the same name. */
function withoutOtherModules(line: string, from: string, path: string): string {
  return line.replace(RELATIVE, (all, _quote: string, module: string) => {
    const resolved = stemOf(joined(folderOf(from), module));
    return resolved === stemOf(path) || resolved === folderOf(path) ? `${all} ${path}` : '';
  });
}

const RELATIVE = /(?<=\b(?:from|import|require)\b[\s(]*)(["'`])(\.{1,2}(?:\/[^"'`]*)?)\1/g;

function stemOf(path: string): string {
  return path.replace(/\.[^./]*$/, '');
}

const LOADS = /\b(?:import|require|from|include|use|source|load)\b/;

function told(companion: string, asking: string): Detected {
  const [who, former] = asking === '' ? ['The change', 'The work looks'] : [asking, `${asking} asks`];
  return {
    rule: 'depends-on-checks',
    severity: 'HIGH',
    file: asking === '' ? companion : asking,
    message: `${who} uses ${companion}, a check file that was also changed. With the check files of base it may behave differently.`,
    // Dismissals know it by its former words.
    identity: `${former} for ${companion}, which is part of the checks and was also changed: the work may behave differently with the base version of that file.`,
    fix: 'Make the product independent of test files and their settings. If it needs this one, a person has to name the path in `mayChange`.',
  };
}
