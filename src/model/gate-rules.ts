/**
 * The ids of findings that gates report: the meaning of each, then the reason for the gate or the next step.
 * `gauntlet explain` prints them. The fix is part of each finding.
 */
export const gateRules = {
  // What the developer delivered and reported.
  'absent-file':
    'The developer lists a file that the delivered commit does not have. Judges read the report, so it has to match the commit.',
  'false-claim':
    'The developer reported PASS for a check that fails here. Only the runs of the gate count, and a wrong report misleads judges.',
  'unproved-claim':
    'The developer reported PASS for something that is not a check of the plan. The finding only informs the critic and does not block.',
  'left-out':
    'A file of the workspace is not in the commit, for example a build product or a large file. Work that needs such a file fails elsewhere.',
  'workspace-problem':
    'The workspace is on another branch or commit than the one it was created with. Gauntlet then cannot tell which changes belong to the ticket.',
  'head-not-delivered':
    'The judged commit is not the commit that the developer delivered. A verdict applies to one commit only.',
  'base-not-ancestor':
    'The base commit is not in the history of the branch. Without it, the difference would hide or invent changes.',
  'clean-commit-message':
    'A commit message or author name has control or invisible characters. They can hide or change text in a terminal.',
  'checkout-failed':
    'Git can check out the base but not this commit. Nothing can be tested without its files.',
  'merge-conflict':
    'Git cannot merge this file with work that landed in the meantime. The developer gets the merge with conflict markers and resolves it.',
  // Checks and what they prove.
  'check-failed':
    'A configured check fails on the judged commit and not only as it did at base. Run the same command locally to reproduce it.',
  'check-not-needed':
    'A check was skipped because its `dir` or `paths` match no changed file. Extend them if the check should have run.',
  'check-not-computed':
    'A check could not run after a fix, so its result is unknown. An unknown result never counts as a pass.',
  coverage:
    'Test coverage is below `review.coverage.floor` after a fix, or the coverage command failed. Fixes must not leave code untested.',
  'criterion-not-met':
    'The command of an acceptance criterion fails. The ticket is done only when all its commands pass.',
  'excused-check':
    'The check failed before the work began, and a person accepted that. The finding is a reminder and does not block.',
  'flaky-check':
    'The check failed and passed on the same files. Such a check may pass a defect or refuse good work.',
  'hook-refused':
    'A git hook of the repository rejects the commit. Gauntlet runs the hooks because a developer can skip them with `--no-verify`.',
  'nothing-verified':
    'No check is configured, so no tests ran. `gauntlet init` finds the checks of a repository and writes them to gauntlet.yaml.',
  'tests-not-run':
    'Tests that pass at base did not run here. A missing test hides a failure as well as a deleted one.',
  'proof-unaffected':
    "A criterion's command passes without the changed functions. It would also pass if the work were missing.",
  'unnoticed-change':
    'The checks also pass without the changed code. Green checks then say nothing about this change.',
  'unread-program':
    'Gauntlet could parse this file at base and cannot parse it now. It cannot test whether the checks notice the change.',
  // Work that passes only because it changes its judges.
  'blinded-check':
    'A check that detected wrong results at base no longer does. Such a check passes every change from now on.',
  'check-definition-changed':
    'The change edits settings or scripts that define a check. A developer who edits the check can make any work pass.',
  'deceived-tests':
    'The changed functions return other results inside tests than outside. Users would get results that no test has seen.',
  'depends-on-checks':
    'The product loads a file of the checks that was changed too. That hides a change of behaviour in a file that looks like a test.',
  'fails-base-checks':
    "The work passes with the branch's versions of tests or settings and fails with those of base. The old tests describe behaviour that has to stay.",
  'hushed-check':
    'A repaired check passes only because its own files were changed. The fault it found is still there.',
  'narrowed-check': 'A check examines less than before. What it no longer examines can break unnoticed.',
  'patched-assertions':
    'A check fails when Gauntlet protects assertions, built-ins and the test runner from changes. Its green result comes from the patch, not from the code.',
  'renamed-meaning':
    'A new declaration replaces a name of the language that a test uses. The test still passes but compares something else.',
  'uncommitted-input':
    'A check read a file that was written during the run and differs from the commit. Its result does not apply to the commit.',
  'answers-differ':
    'Changed functions return other results than at base for the calls of the tests. The finding does not block; compare the list with the ticket.',
  // Weaker tests and checks in the difference.
  'changed-snapshot': 'A recorded result was changed or deleted. Tools do so without asking if it is right.',
  'knows-it-is-tested':
    'Product code asks whether a test is running. Tests then prove nothing about the path that users take.',
  'no-commented-assertion': 'An assertion became a comment. Agents do this to pass a test without a repair.',
  'no-deleted-test': 'A test file was deleted. Its behaviour can break from now on without a failing check.',
  'no-empty-assertion':
    'An assertion compares constants or a value with itself. It raises the number of tests and finds nothing.',
  'no-ended-tests': 'Code ends the process during tests. Tests that never ran then count as passed.',
  'no-focused-test':
    'A marker such as `.only` limits the run to some tests. It is useful during work and hides failures once committed.',
  'no-lowered-threshold':
    'A limit of a check, such as minimum coverage, was lowered or removed. Limits keep quality from falling in small steps.',
  'no-neutralised-check':
    'A check can no longer fail, as with `|| true`. A green result then proves nothing.',
  'no-removed-script':
    'A script that ran a check was removed from its manifest. Pipelines that call it may skip the check without an error.',
  'no-removed-test': 'Test cases were removed from a test file. Fewer tests can make a broken change green.',
  'no-skipped-test':
    'A test is skipped, unconditionally or under a condition. A skip hides a failure and is rarely removed later.',
  'no-swallowed-failure': 'A test catches its own failed assertion. It passes whatever the code does.',
  'no-swapped-package':
    'The lockfile names another source or checksum for a package, or has no packages left. An attacker can run code through it on every machine that installs.',
  'no-swapped-runner':
    'The test runner or linter comes from another source than before. Its code decides whether every check passes.',
  'no-weakened-test':
    'A test has fewer or less exact assertions than before. It accepts results that it rejected at base.',
  'renamed-test':
    'Test cases were renamed, merged or removed, and Gauntlet cannot tell which. Confirm that each old case still has a successor.',
  'says-generated':
    'A handwritten file now has the marker of generated code. The rules skip generated files, so the marker would hide all its problems.',
  'suppressed-check':
    'A comment switches a linter or type checker off. Without a reason, the next reader cannot tell a false alarm from a hidden defect.',
  'test-not-read':
    'Gauntlet cannot parse a changed test file. Read its difference yourself; the other gates still apply.',
  // Agreements of the epic.
  'directory-structure':
    'The change creates a top-level folder that is not in `coordination` of the epic. Parallel tickets need one place for each kind of code.',
  'function-arity':
    'A function has another number of parameters than `coordination` says. Parallel tickets already call it in the agreed form.',
  'function-not-there':
    'A function or interface of `coordination` does not exist yet. The finding does not block, because a later ticket may add it.',
  'function-removed': 'A function of `coordination` is gone. Other tickets still call it.',
  'interface-changed':
    'A signature differs from the one in `coordination`. Code of other tickets may not compile with it.',
  'not-checked':
    'Gauntlet cannot parse a file that `coordination` names. Other tickets rely on it, so compare it yourself.',
  'out-of-scope':
    'A ticket changes a file outside its `touches`. The list keeps parallel tickets from changing the same files.',
  'prohibited-change':
    'The change edits a path that `coordination` of the epic forbids. Only a change of the epic can allow it.',
  'protected-file':
    'The change edits pipelines, hooks, agent instructions or a path of `protect`. Such files run or steer code before any review.',
  // Hidden or dangerous content.
  'binary-code': 'Code with binary content. Neither people nor rules can review it.',
  'code-became-link': 'A program became a symbolic link. The linked file can change later.',
  'compiled-cache': 'A compiled Python file. Its code can differ from the source.',
  'conflict-marker': 'A merge was committed unresolved. Such a file seldom runs.',
  'executable-data': 'A data file got the executable bit. Hidden programs need it, data does not.',
  'hidden-letters': 'Invisible or text-reversing characters. Code looks different from what runs.',
  'large-file':
    'A file is too large for the gates to read. It could hide a secret and stays in the history for good.',
  'link-outside': 'A link points outside the repository. Programs could read or overwrite other files.',
  'no-secret':
    'A line contains a key, token or password. Removal in a later commit is not enough, because the history keeps it.',
  'odd-encoding': 'A Python file declares an unusual encoding. Reviewers may see other code than runs.',
  'odd-path':
    'A path is too long or has characters that some systems reject. Such a path breaks or redirects a checkout on other machines.',
  submodule: 'The change adds or moves a submodule. The gates do not check the code behind it.',
  unseen:
    'A scan rule could not read the whole file. Unread code may contain anything, so the finding blocks.',
} as const satisfies Readonly<Record<string, string>>;

export type GateRule = keyof typeof gateRules;
