import type { DeveloperReport, Verdict } from '../../model/verdict.ts';
import type { Blocker, BlockerKind } from './work/blocker.ts';

/** What a coordinator does with an answer, in the words of founding document 000. */
type NextAction =
  | 'DISPATCH_CRITIC'
  | 'DISPATCH_AUDITOR'
  | 'DISPATCH_DEVELOPER_REWORK'
  | 'MARK_COMPLETE'
  | 'ENTER_REMEDIATION'
  | 'REQUEST_CLARIFICATION'
  | 'WAIT_FOR_DEPENDENCY'
  | 'ASK_PERSON';

/** The next action after a critic's or an auditor's verdict. */
export function actionAfterVerdict(role: 'critic' | 'auditor', verdict: Verdict): NextAction {
  switch (verdict) {
    case 'pass':
      return role === 'critic' ? 'DISPATCH_AUDITOR' : 'MARK_COMPLETE';
    case 'fail':
      return 'DISPATCH_DEVELOPER_REWORK';
    case 'blocked':
      return 'ENTER_REMEDIATION';
    case 'unknown':
      return 'REQUEST_CLARIFICATION';
  }
}

/** The next action after a developer's report. Nobody can wait for a dependency that is not named. */
export function actionAfterReport(report: DeveloperReport, blocker: Blocker | null): NextAction {
  switch (report) {
    case 'ready':
      return 'DISPATCH_CRITIC';
    case 'incomplete':
      if (blocker?.kind === 'dependency' && blocker.dependency === null) return 'ASK_PERSON';
      return afterBlocker[blocker?.kind ?? 'other'];
    case 'blocked':
      return 'ENTER_REMEDIATION';
    case 'question':
      return 'ASK_PERSON';
    case 'unknown':
      return 'REQUEST_CLARIFICATION';
  }
}

const afterBlocker: Readonly<Record<BlockerKind, NextAction>> = {
  information: 'ASK_PERSON',
  scope: 'ASK_PERSON',
  dependency: 'WAIT_FOR_DEPENDENCY',
  infrastructure: 'ENTER_REMEDIATION',
  other: 'DISPATCH_DEVELOPER_REWORK',
};
