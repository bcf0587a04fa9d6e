import groups from './gate-rules.json' with { type: 'json' };

type Groups = typeof groups;

export type GateRule = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/**
 * The ids of findings that gates report: the meaning of each, then the reason for the gate or the next step.
 * `gauntlet explain` prints them. The fix is part of each finding.
 */
export const gateRules: Readonly<Record<GateRule, string>> = Object.assign({}, ...Object.values(groups));
