import type { Detected } from '../../detect/index.ts';
import type { GateRule } from '../../model/feedback.ts';
import type { Gate } from '../gate.ts';

/** Branch and commit facts: everything later rests on them. */
export const gitFacts: Gate = {
  name: 'git-facts',
  asks: 'Does the commit exist, on top of its base, with readable messages?',
  tells: ['A rewritten history, control characters in commit messages'],
  async check({ hub }, { base, head, delivery }) {
    const detected: Detected[] = [];
    const { commit } = await hub.commit(head);
    if (delivery?.commit !== undefined && delivery.commit !== commit)
      detected.push(
        fact('head-not-delivered', `The judged commit ${head} is not the delivered ${delivery.commit}.`),
      );
    if (!(await hub.isAncestor(base, head))) {
      const message = `The base ${base} is not an ancestor of ${head}: the branch was moved or its history rewritten.`;
      return { detected: [...detected, fact('base-not-ancestor', message)] };
    }
    for (const logged of await hub.log(base, head))
      if (UNSEEN.test(logged.subject) || UNSEEN.test(logged.author))
        detected.push(unreadable(logged.commit, logged.subject));
    return { detected };
  },
};

const UNSEEN =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/;

function fact(rule: GateRule, message: string): Detected {
  return {
    rule,
    severity: 'CRITICAL',
    message,
    fix: 'Work on the ticket branch from the commit it was cut from; add commits or amend your own, and never rewrite older ones.',
  };
}

function unreadable(commit: string, subject: string): Detected {
  return {
    rule: 'clean-commit-message',
    severity: 'HIGH',
    message: `Commit ${commit.slice(0, 12)} has control or invisible characters in its message or author: they can hide text in a terminal.`,
    evidence: JSON.stringify(subject),
    fix: 'Rewrite the message of that commit with plain text.',
  };
}
