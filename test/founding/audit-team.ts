// The statements of founding document 002; see statements.ts.
import { better, differs, type Statement, works } from './statement.ts';

export const auditTeam: Readonly<Record<number, Statement>> = {
  1: works(
    'Five auditors run in parallel (up to `limits.maxAgents`), each in a conversation of its own, read-only.',
  ),
  2: better(
    'An auditor that crashes does not stop the others.',
    'It is tried twice more, named in report and decision, and the audit is `unknown`: never a pass.',
  ),
  3: better(
    'The requirements auditor judges REQ, FUNC, FEAT and DESIGN.',
    'And every other item of its document: one without an id, or with the id of another, is called after its line (`LINE-3`, `REQ-1-LINE-3`), where several documents are judged with the milestone before it (`m1:LINE-3`). Beside checkboxes a passage that begins with an id of its own, or says “must” or “shall”, is one too. A PASS counts under that name, or with the whole text as its title. An item that it leaves out is asked for, then not judged, never a pass.',
  ),
  4: better(
    'The requirements auditor sees the original request and checks every item, ticked or not.',
    'A document without checkboxes has every passage as an item, called after its id or line; without any text nothing passes, nor does a document with an empty checkbox.',
  ),
  5: works('The technical auditor gets the results of the mock, UI and spot-check scans.'),
  6: works('The interface auditor gets the API, XREF and SDL results and traces entry points to data.'),
  7: better(
    'The test auditor runs the suites, judges TEST and SEED items and counts tests.',
    'The coordinator runs the suites itself and hands over the result. A red one is a finding, and the audit does not pass; with the team it changes no score (002#17), without it each suite is a check (002#18).',
  ),
  8: works(
    'The library auditor reads current documentation from a documentation server (MCP), for `claude`, `codex` and `acp`; with `api` or `command` a run that names servers is refused where the library auditor is asked. Without servers it judges by the installed libraries.',
  ),
  9: better(
    'Calls of installed libraries are checked: signatures, deprecated calls.',
    'Rules LIB-001 to LIB-003 do it for JavaScript and TypeScript without a model and cite the installed declaration, where libraries are checked (002#10; Python is left to the library auditor), as hints unless `scans.severity` raises them (002#38).',
  ),
  10: works(
    '`max_library_checks` is 5 at thorough and 8 at exhaustive. 0, which standard has in the document’s table, switches the library auditor and the rules LIB-001 to LIB-003 off. `gauntlet audit` without the team checks five libraries.',
  ),
  11: works(
    'Depth: standard 2 auditors and at most 1 fix round, thorough 5 and 2, exhaustive 5 and 3, without the requirements auditor where `gauntlet audit` finds no REQUIREMENTS.md. The audit is repeated after each fix round. It stops earlier after two rounds that gain less than 0.03 each, or when a round scores lower or brings in more than it fixes.',
  ),
  12: better(
    'At depth quick the team is off and costs nothing; the one reviewer of 002#37 looks, as without a team.',
    'The team runs where `enabled: true` is written (002#14). `gauntlet audit --requirements` and `--fix` ask agents, whatever depth gauntlet.yaml names.',
  ),
  13: works('`gauntlet audit --depth quick` asks no agent.'),
  14: works(
    'Explicit settings win over the depth; the `audit_team:` block is read as the document writes it.',
  ),
  15: better(
    'Wrong settings are refused, all at once; `enabled: false` ignores the rest of the block, and a run has one reviewer (002#37).',
    'A pass threshold of 0, which the document allows, is refused: it is always reached. `gauntlet audit` with `--depth`, `--requirements` or `--fix` asks the team despite `enabled: false`.',
  ),
  16: better(
    'The format of findings: `-` on PASS, paths, evidence of several lines, unknown words.',
    'A lower Score in the summary lowers the score. A report is asked about twice whose summary counts more checks or failures than are listed, or that has a PASS and lines outside of its form: prose, other headings and fields, comments, further lines of a field that are not indented, a PASS graded HIGH or CRITICAL. Then failures that are listed count, a report of passes alone is no result, and the audit is `unknown`. Titles and evidence are not judged by their words. An unknown verdict counts as FAIL.',
  ),
  17: better(
    'The score of an auditor is passed divided by checked.',
    'A PASS counts at a file and line that exist, after a fix also at a file that the fix deleted: for an id of the requirements document once, for other ids once at each line. After a fix a failure is open until its auditor gives a verdict under the same id at its file, or passes it elsewhere, which counts for an id of the document without another failure; a PASS of a requirement that the same report leaves open does not count. An id that is not in the document, for unasked work, the requirements auditor passes only where it reported it before. Auditors do not change each other’s scores. A red suite changes no score: it is a finding, and the audit does not pass.',
  ),
  18: works(
    'A person can follow how the score came about. Of scans alone (`--no-agents`) it is the mean of the auditors whose rules ran, weighted as in 002#19. Without a team it is the share of checks passed: the review, each scan rule without a finding at the gate (usually MEDIUM) or worse, each suite, each requirement that a recovery review left open.',
  ),
  19: better(
    'Weights .30 .25 .20 .15 .10, normalised to the auditors that were sent.',
    'A recovery review that fails an item counts beside them, with the weight of the requirements auditor; one without a usable answer counts as 0. An item that an auditor fails too counts in that auditor’s score alone.',
  ),
  20: better(
    'Health: passed from 0.9, needs-fixes from 0.5, critical below.',
    'An open finding at the gate (`severityGate`) never passes, LOW ones alone do from 0.5; `--fail-on` decides the exit code and changes no health; no report of an auditor or a recovery review is unknown, on every surface and for `--rescore`.',
  ),
  21: works(
    'Findings of several auditors, and of a scan, at one line are one finding; several of one auditor, also under one id, and of several scan rules, stay apart. Terminal, `--json`, AUDIT_REPORT.md and dashboard show them so. `audit.json` of the report folder lists each report of it and counts it once; `Findings` of a fix group that waits are the numbers of these reports; one whose round was audited again has `Finding ids` only.',
  ),
  22: works(
    'Fix groups of FAIL and PARTIAL findings by file, worst first, from the gate up (usually MEDIUM); below it nothing is fixed. Findings without a file are a group that is fixed alone; in the last round it and all others go to one fixer. Without the team groups are of scans alone: findings of the reviewer and of a recovery review are for a person, and the result says so; a recovery review’s finding below the gate does not pass either, and the result names it.',
  ),
  23: works(
    'The gate can be any severity: at HIGH or CRITICAL milder findings are left, at LOW or INFO remarks are fixed too. `max_fix_rounds` bounds the fixes of a run and of `gauntlet audit --fix`; 0, or an audit without `--fix`, only audits.',
  ),
  24: works(
    'The fixer’s prompt: findings, requirement text, evidence, instructions by kind. What several auditors report under one id at one line is one entry with evidence and hint of each.',
  ),
  25: better(
    'A fixer keeps to the files of its group.',
    'It may add new files, a test for example; a change to another file that exists is sent back. The files are those it was sent with, whatever later reports say.',
  ),
  26: better(
    'After a fix only the auditors concerned look, and only at the changed files.',
    'The test auditor is always concerned, and everybody is where a fix changed a file that no report names.',
  ),
  27: works(
    'Reports: `<auditor>_audit.md` and AUDIT_REPORT.md with all fields, fix groups and duration, in `.gauntlet/epics/<id>/audit/<milestone or run>`.',
  ),
  28: works(
    'The state of the run has score, health and rounds of each audit. The result of an audit is the same on every surface, with one exit code; `--rescore` fails what the audit failed on, and refuses an audit without agents, which is simply run again. Without agents `--fail-on` alone decides the exit code and the word; the data has the health.',
  ),
  29: better(
    'Each milestone is audited and fixed before one begins that names it in `after`.',
    'Without `after` they run side by side. Where the audit does not pass, a person decides whether the next begins. The next developer is also told what earlier milestones expose.',
  ),
  30: differs(
    'Audits per milestone and at the end of a run can be switched off; the reviewer of a run without a team looks instead.',
    'Off is off: nobody is asked there. The result names the requirements that are open. `enabled: false` gives the one reviewer.',
  ),
  31: works('The audit at the end of a run reads REQUIREMENTS.md and checks convergence first.'),
  32: better(
    'Boxes, `(review_cycles: N)` and the Review Log for every verdict about an item with an id of its own; only judges tick.',
    'Each review of an item is a cycle: one that a critic failed, a round of the audit that failed it, and the last, with a row for its judges and, with the team, those of the run’s audit. Each row names who said it; `audit` is a scan, a check or the original request. A recovery review or the test auditor ticks an item by name, a critic the requirements of its ticket, which its prompt lists. The one reviewer without a team names only what is wrong: its row says that no finding names the item. The requirements auditor ticks only after a fix, for a recovery review about older code; elsewhere its PASS is a row and a cycle. Where the audit of a milestone is off or skipped the run’s audit decides, and rows name the milestone. They are written once the run’s audit has ended, the same wherever the run stopped before; `gauntlet audit` only with `--fix`, on its branch.',
  ),
  33: works('The convergence report: ratio, health, escalated items, milestones without a cycle.'),
  34: works(
    'An open item that has had ten cycles asks a person before each further round, rounds of fixes too: an answer allows one. An item that was passed does not ask. Where the audit of a milestone is off or skipped the run’s audit asks. Items that reach three cycles are listed as escalated, at the latest once the document is written.',
  ),
  35: differs(
    'A milestone without a review cycle, or below 0.8, gets a recovery review and is checked again after it.',
    'Below 0.8 it is about items that nobody judged in this run; items that a critic or an audit of a milestone has judged, PASS or FAIL, are not asked about again.',
  ),
  36: works(
    'A finding of the recovery review counts, and keeps the run from passing with or without the team: with the team one at the gate or worse (002#20).',
  ),
  37: works('Without the team one reviewer has the 14 check categories, and the scans run.'),
  38: differs(
    'The scan families MOCK, UI, FRONT, BACK, SLOP, DEPLOY, ASSET, DB, API, SDL and XREF are code, and count whichever auditors are asked.',
    'They are put before the auditor they concern, where that one is asked, and stand in the report. In a run, rules about one file speak only of files that the run changed. By default most are hints, LOW at most, until readers found them useful on repositories they were not written for: at the default gate they change neither score nor health and are not fixed; at gate LOW or INFO they decide and are fixed (002#23). `scans.severity` raises one, so that it decides the health.',
  ),
  39: better(
    'ENUM, SEED and orphans are looked for.',
    'They are static rules that ask no model, most of them hints (002#38); auditors may report such findings too.',
  ),
  40: works(
    'SDL-002 (JavaScript and TypeScript), DB-005 (Prisma, TypeORM, EF Core, Django, SQLAlchemy) and WIRE-003 (NestJS, Angular, ASP.NET Core) find their mistakes there; `gauntlet explain` names these.',
  ),
  41: works('Scans take milliseconds a file and run once for a tree, before a critic is paid.'),
  42: works('The UI is compared with UI_REQUIREMENTS.md.'),
  43: better(
    'The work is compared with the original request, separately: at thorough and exhaustive where the epic has `original`, else with `reconcile: true`.',
    'Item by item: dropped and unasked ones fail, distorted ones are partial.',
  ),
  44: better(
    'End-to-end and browser checks are a phase of their own, with a server that is started for them.',
    'They run after the auditors and decide too: a red one is a finding, and a server that never got ready is never a pass.',
  ),
  45: better(
    'Prompts have 3,000 to 5,000 tokens.',
    'An auditor’s has about 500 words of instructions. Below them stand the requirements, files and scan results of the project.',
  ),
  46: works('The score needs no model, and fix rounds are bounded.'),
};
