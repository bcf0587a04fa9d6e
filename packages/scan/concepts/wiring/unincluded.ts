import type { ProjectFacts } from '../../engine/facts.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { textsOf } from './uses.ts';
import type { Unmounted } from './unmounted-part.ts';

/** Lists of addresses of Django that neither a setting nor another list includes. */
export function unincluded(project: ProjectFacts): readonly Unmounted[] {
  const python = [...textsOf(project, 'python')];
  const lists = python.filter(([path]) => path.endsWith('urls.py'));
  if (lists.length < 2) return [];
  const root = python.some(([path, text]) => /settings/.test(path) && /\bROOT_URLCONF\s*=/.test(text));
  if (!root) return [];
  const naming = python.filter(
    ([path, text]) =>
      path.endsWith('urls.py') || /ROOT_URLCONF|urlconf|include\(|import_string|import_module/i.test(text),
  );
  const found: Unmounted[] = [];
  for (const [file, text] of lists) {
    const at = text.search(/^urlpatterns\b/m);
    if (at < 0) continue;
    const parts = file.replace(/\.py$/, '').split('/');
    const short = parts.slice(-2).join(String.raw`\.`);
    // A relative import, a whole path, or the end of one.
    const named = new RegExp(
      String.raw`\b${short}\b|from\s+[\w.]*\b${parts.at(-2) ?? ''}\s+import\s+[^\n]*\burls\b|\b${parts.at(-2) ?? ''}_urls\b`,
    );
    const isDynamic = naming.some(([, each]) =>
      /include\(\s*f["']|import_module|autodiscover|for\s+\w+\s+in\s+[^\n]*INSTALLED_APPS/.test(each),
    );
    if (isDynamic || naming.some(([path, each]) => path !== file && named.test(each))) continue;
    found.push({ file, line: lineAt(text, at), name: 'urlpatterns', kind: 'addresses' });
  }
  return found;
}
