// The statements of the five founding documents, in our own words, and the result that a user sees today.
// A scenario that proves one has its tag (`003#5`) in its title; see scenarios.ts.
import { auditTeam } from './audit-team.ts';
import { better, differs, type Statement, works } from './statement.ts';

export const titles = {
  '000': 'Review and audit flow',
  '001': 'Developer rework',
  '002': 'Audit team',
  '003': 'Code review in the life of a ticket',
  '004': 'Review loop',
} as const;

type Document = keyof typeof titles;

export const statements: Readonly<Record<Document, Readonly<Record<number, Statement>>>> = {
  '000': {
    1: works('`READY_FOR_REVIEW` sends a critic to the ticket.'),
    2: better(
      'The critic’s prompt: agent file, `---`, id, files, developer’s signal, five focus items, two signals.',
      'The agent file is `agents.d/critic.md` at the base commit, so a branch cannot change its judge.',
    ),
    3: works('The model comes from the front matter of the agent file (000#2), or from gauntlet.yaml.'),
    4: better(
      'A dispatch is recorded with its role, its number and the time, and the ticket is `reviewing`; it is logged and saved.',
      'The status stays `reviewing` until the ticket lands; `gauntlet_status` says `auditing` and `landing`. The journal is durable before the agent starts, and hash-chained. A kill loses nothing that was recorded and repeats only agent runs that had not answered.',
    ),
    5: better(
      '`REVIEW_PASSED` names the files and four assessment lines.',
      'A missing line, another word, no file or missing scores (003#5) is `unknown`, never a pass. So is a pass with a line outside of its form: prose, an unknown heading, a comment, a quote, code that is not below a criterion or command, a second signal. The critic is asked once, in the same conversation, for the form alone; its next pass counts as it stands, and with such lines again a fresh critic is asked. Words in a section, such as a note or a summary, are shown and not judged: a refusal there is missed. A note that begins with [HIGH] or [CRITICAL] is an issue.',
    ),
    6: works('`REVIEW_FAILED` lists issues as file:line, required fixes and a priority.'),
    7: better('A signal with another id is an error.', 'All five signals are checked, not one.'),
    8: works('An answer without a signal is asked for clarification.'),
    9: better(
      '`REVIEW_PASSED` sends an auditor, who gets the critic’s assessment.',
      'The pass needs scores (003#5): without them the critic is asked once more, then a person.',
    ),
    10: better(
      '`REVIEW_FAILED` is counted and sends the developer back; the third failure ends the work.',
      'A person decides first: one more round (five in all), accept (not where a check is red), fix it by hand or fail. With `onLimit: fail` it ends there. All kinds of failure but landings share the attempts (001#7).',
    ),
    11: works('The auditor’s prompt: criteria, files, critic’s assessment, commands, three signals.'),
    12: works('`AUDIT_PASSED`, `AUDIT_FAILED` and `AUDIT_BLOCKED` are read with all their sections.'),
    13: better(
      '`AUDIT_PASSED` completes the ticket and frees those that need it.',
      'A criterion that failed in it counts as in 003#8. The claim is checked, the merged tree passes the gate and lands by compare-and-swap first.',
    ),
    14: better(
      '`AUDIT_FAILED` is counted and sends the developer back; the third failure ends the work.',
      'A person decides first, as in 000#10. All kinds of failure but landings share the attempts (001#7).',
    ),
    15: better(
      '`AUDIT_BLOCKED` stops assignments, starts a remediation and goes on after it.',
      'The claim is checked first: only checks that are red at base start a remediation. A claim that no check confirms goes to another auditor, then to a person. A remediator that cannot repair it says so, and a person is asked at once.',
    ),
    16: works('An `AUDIT_BLOCKED` that is not true costs the developer no attempt.'),
    17: works(
      '`TASK_INCOMPLETE` goes where its Kind says, or else known words of Blocker and Needed: missing information to a person, and so on. Any other goes back to the developer.',
    ),
    18: works('Events have the document’s names.'),
    19: better(
      'The parser returns the next action.',
      'A pass without scores is asked for (003#5), and a pass with text around its form is asked for again (000#5), and a fail without a reason (an issue, a fix, for an audit a failed criterion) is asked for one. A failed report with a reason, of whatever severity, sends the developer back (but 003#20). So does a pass that names something to change (003#8).',
    ),
    20: better(
      'A judge that hangs or crashes is replaced by a fresh one; it costs no attempt.',
      'If it had already named something to change, that is a revision (003#8): no fresh judge is asked about the same work.',
    ),
  },
  '001': {
    1: works('A failed review and a failed audit both send the developer back with the feedback.'),
    2: works(
      'Rework after a review: issues, fixes, priority, earlier files, four instructions, no skipping.',
    ),
    3: works(
      'Rework after an audit: failed criteria, issues, fixes, passing criteria, files, five instructions.',
    ),
    4: better(
      'The event of a rework has the attempt and the reason `critic_fail` or `audit_failed`.',
      'Also `validation_failed`, `task_incomplete` and `landing_failed`; the attempt counts all kinds but `landing_failed`, which has a bound of its own (`maxLandingRetries`).',
    ),
    5: works(
      'Rework for some environments: table, failed ones with check and error, four causes, instructions.',
    ),
    6: works('The same table where the auditor reports PASS in one environment and FAIL in another.'),
    7: better(
      'Failures are counted by kind, three at most.',
      'The event of a failed ticket has the counts of failed reviews and audits (001#8), and `summary.md` names the kind of each failure. With failed checks they share three attempts: cost stays bounded (001#10). Landings are counted apart.',
    ),
    8: works(
      'A failed ticket is recorded with its reason and its review and audit attempts (`workflow_failed`).',
    ),
    9: works('The second rework has the feedback of both failures.'),
    10: differs(
      'A failure of the other kind resets the counter.',
      'Counters are never reset: three attempts in all, as 003#12 asks, so review and audit cannot alternate for ever.',
    ),
    11: works('The third failure asks a person.'),
    12: better(
      'The other tickets go on; those that need the failed one wait.',
      '`status` and `why` name the failed ticket that a blocked one needs directly.',
    ),
  },
  '002': auditTeam,
  '003': {
    1: works('The states `reviewing` and `needs_revision`; validation comes before review.'),
    2: better(
      'Validation checks branch, commit, tests and criteria.',
      'Also tampering, secrets, scope, prohibited paths, arity and untrue claims, all by code.',
    ),
    3: works('The critic gets the eleven fields of the review context.'),
    4: works('The critic is asked every question of the six dimensions.'),
    5: works('A critic answers with a score for each dimension; a pass without scores does not land.'),
    6: works('A project adds dimensions of its own, and they decide too.'),
    7: works('Thresholds 90 for critical, 70 for important dimensions, 75 overall; weights 3, 2, 1.'),
    8: better(
      'A report is checked against its schema and its own numbers; a fail without a reason is asked for one, once.',
      'This is about runs. What a judge says against the work in the sections of its form, in one dispatch, is kept: no later pass, crash or stall erases it. A score too low, a blocking issue, an issue at a place, a required fix, revision notes or a failed criterion (in an auditor’s answer) is a revision, unless the issue, and a fix that is about it, name a place that does not exist (003#20). That holds also where the answer has other faults of form or says `PASSED`; it is asked about once where its signal does not count or it gives no reason. After `FAILED` alone that turns into a pass a fresh judge is asked; said twice it is a fail. Prose is no section: a refusal in it makes a pass unclear and is not kept (000#5). A report is tied to its dispatch by the token, else by the commit, a closing signal by the token, else by the ticket’s id: without it neither is a pass.',
    ),
    9: works(
      'A critical dimension below 90, a blocking issue or an overall below 75 means a revision, also where other dimensions are not scored. So does a `REVIEW_FAILED` without an issue, where the critic was asked for one and does not turn it into a pass (003#8).',
    ),
    10: works(
      'A revision gets score, blocking issues, required changes and dimension scores, where the critic gave them. Revision notes that repeat a finding’s suggestion are shown once.',
    ),
    11: works('A revision keeps ticket, branch and base, and is validated and reviewed again from scratch.'),
    12: better(
      'Two revisions, then the ticket fails.',
      'A person decides first; with `onLimit: fail` it fails there. Failed checks and audits use up the same `maxRevisions`.',
    ),
    13: better(
      '`epic-state.json` has status, revision count, times, approval and one entry per review.',
      'A review that was set aside (003#20) or has no scores to pass has no entry: where a person accepts the ticket after it, `review_approved` is null. Work that failed after its review is not approved. Approval is the word of the critics: work that they passed and a person accepted after a failed audit is approved once it has landed.',
    ),
    14: works(
      '`epic-state.json` has the overall score, revision notes and the current review report. Of several critics it is the report of one that failed the work, else the one with the lowest score; its `overall_score` is the lowest of that round’s critics, cut to a whole number.',
    ),
    15: works(
      '`epic-state.json` is written a moment after each transition; after a kill it is behind until the run is resumed.',
    ),
    16: works('Each entry of the review history is a pass or a fail.'),
    17: better(
      'Coordination rules reach the critic and are checked.',
      'Code checks arity, signatures, prohibited paths and new top-level folders before the critic is paid; the critic judges the rest.',
    ),
    18: works(
      'With review off a ticket goes from validation to completion as before; `epic-state.json` never says `reviewing` of it.',
    ),
    19: works('The reviewer cannot write.'),
    20: better(
      'Reports are sanitised and feedback is validated before the developer gets it.',
      'Escapes are stripped, text is quoted as data, findings about files or lines that neither the work nor its base has, or without a file, are set aside. Where nothing else speaks against the work (003#8), another critic is asked, then a person. A fix that says no more than an issue set aside goes with it.',
    ),
    21: better(
      'Scores, blocking issues and notes can be read: verdict, terminal, `logs`, report.',
      'Terminal and `logs` show the overall score of a passed and of a failed review, the scores that are too low, blocking issues and revision notes (the terminal four lines at a time, then it names `logs`); `status` shows the score of a passed one. Texts have at most two decimals, cut. All scores and other notes stand in verdict and report.',
    ),
    22: works(
      'The journal records a result within 100 ms, and a revision starts within 5 seconds where a slot is free. `npm run bench -- contracts` measures both.',
    ),
    23: works(
      'A review should take two minutes (`review.target`): `logs` marks each review that took longer, with the target, and `status` names the first five tickets with one and counts the other tickets. It is not stopped.',
    ),
    24: better(
      'Only work approved by its judges or a person reaches the epic branch; tickets run in parallel.',
      'The merged tree itself has to pass the gate, and ticket branches never enter your repository.',
    ),
    25: works('Failures that recur become instructions for the next developer.'),
    26: works('Critics can be chosen by type of ticket.'),
    27: better(
      'Small changes get a light review, large or risky ones a deep one.',
      'Another `depth` than standard, of the ticket or the settings, decides whatever the size, and the critic is told so; a ticket of high risk is always reviewed deeply.',
    ),
    28: differs(
      'A minimal change is not reviewed.',
      'No change is too small to be wrong. Only `gauntlet review` of a commit that it reviewed before is answered from its record.',
    ),
  },
  '004': {
    1: works('Three review rounds, two fixes; clean means no finding that must be fixed.'),
    2: works(
      'The reviewer is fresh each round and is told nothing of earlier rounds but the number of its own. Findings documents that you commit are files of the branch like any other.',
    ),
    3: better(
      'Findings documents have the exact format, numbered through, with a summary.',
      'Below the five fields of a finding of code stand its severity, if it is MEDIUM or INFO, and the output of its check.',
    ),
    4: works(
      'A finding of a reviewer has its description, problem and impact, wherever it is shown; one of a gate or scan has its message and what to do.',
    ),
    5: works('The document is at `docs/progress/story-{id}-review-findings-round-{n}.md` if so configured.'),
    6: better(
      'Findings are counted.',
      'They are counted from the list: a summary that claims less changes nothing, a document cut before the last count of its summary is never clean. Nor is one with lines outside of its form (another field of a finding is none), or with a recommendation other than APPROVE or a word like it; it may be left out: a fresh reviewer looks, at most twice more.',
    ),
    7: better(
      'Categories decide which findings must be fixed.',
      'Category and title are read as one text. Filed as Minor, a finding of a weakness, a crash, lost data, a broken ADR or hook, or missing critical tests is raised to Critical; one of performance, unfinished work, architecture or test gaps to Important. A negated one (“no data loss”) is not raised; “Missing tests” and “React hook naming” stay as filed. Rare wordings are missed: of 75 findings that the rule was not fitted to, 68 get the right severity.',
    ),
    8: works(
      'After the last round a person at a terminal sees the counts, the document and the options a, b and c. Elsewhere the result names the document and the same three answers of `gauntlet decide`.',
    ),
    9: works(
      'Option a: blocked and saved, the person fixes it. `decide` says so; `status` and the result are headed BLOCKED (exit 3), before and after `resume`.',
    ),
    10: works('Option b: done despite findings, recorded and shown with who and why.'),
    11: works('Option c: one more round, five in all.'),
    12: better(
      'The fixer’s prompt, its rules and the message of its commits; it names the check commands.',
      'Its prompt asks it to stage only files changed on purpose. Its commits stay; what it leaves uncommitted, and everything from its first commit with another message on, is one commit more and is judged, so that no work is lost. Coverage is asked for where `review.coverage` is set.',
    ),
    13: better(
      'After a fix tests pass and coverage stays at 80 % or more.',
      'The gate measures both, coverage where `review.coverage` is set, and does not take a fix that misses them.',
    ),
    14: works('The repository’s hooks are enforced on fix commits.'),
    15: works('Commits stay local, nothing is pushed; the diff is origin/base...branch.'),
    16: better(
      'A dry run prints what it would start and writes nothing.',
      'It also prints the most runs and dollars, without retries after agent errors and refused fixes, and says so.',
    ),
  },
};

/** `003#5` for document 003, number 5. */
export const tags: readonly string[] = Object.entries(statements).flatMap(([document, numbered]) =>
  Object.keys(numbered).map((number) => `${document}#${number}`),
);
