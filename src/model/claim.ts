/** Claims that the coordinator checks itself before it acts on them. */
export const claims = ['audit_pass', 'audit_blocked', 'infra_blocked'] as const;

export type Claim = (typeof claims)[number];

type Refuted = { readonly claim: Claim; readonly fault: 'work' | 'claim' };

/** Whether a judge made a refuted claim: it costs the judge a try and the developer nothing (REAL-05). */
export function isJudgesMistake({ claim, fault }: Refuted): boolean {
  return fault === 'claim' && claim !== 'infra_blocked';
}
