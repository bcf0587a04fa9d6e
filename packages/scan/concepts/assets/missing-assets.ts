import type { AssetFact } from './facts.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { isShippedPage } from '../../engine/files/file-kinds.ts';
import type { ProjectReport } from '../../engine/rule.ts';
import { assetFinder } from './asset-paths.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';

const finderOf = memoPerProject(assetFinder);

/** What of one kind the files of a project name that is not there. */
export function missingAssets(project: ProjectFacts, by: AssetFact['by'], report: ProjectReport): void {
  const find = finderOf(project);
  for (const [path, { assets }] of project.files) {
    if (assets.length === 0 || !isShippedPage(path)) continue;
    for (const asset of assets) {
      if (asset.by !== by) continue;
      const verdict = find(path, asset);
      const place = { line: asset.line };
      if (verdict.is === 'unknown') report.unresolved(verdict.because);
      if (verdict.is === 'missing') report.find(path, place, `${asset.address} is not in the project`);
      if (verdict.is === 'differs')
        report.find(path, place, `${asset.address} is ${verdict.path} there: upper and lower case differ`);
    }
  }
}
