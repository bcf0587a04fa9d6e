// What agents do in a test, as data. It becomes one shell script: a sandboxed shell starts in a few milliseconds.
import type { Role } from '../../src/model/team.ts';
import { plainAnswers, recovered } from './answers.ts';

/**
 * One thing an agent does. The first step whose conditions all fit is taken; what it leaves out is not done. Without a
 * step a developer writes `parts/<ticket>.txt` and is ready, and every judge is content.
 */
export type Step = {
  readonly role: Role;
  /** A job's id: a ticket, or `audit:run`, `remediation:1`, `fix:1`. */
  readonly ticket?: string;
  readonly auditor?: string;
  readonly attempt?: number;
  readonly try?: number;
  readonly round?: number;
  readonly clarification?: number;
  /** Something the prompt has to hold. */
  readonly told?: string;
  /** A path that has to be there in the workspace, or beside the script (`.agent/…`), where the test may write it. */
  readonly has?: string;

  /** Tells `held <name>`, then waits until the test lets it go. */
  readonly hold?: string;
  /** Files by path below the workspace; null removes one. */
  readonly write?: Readonly<Record<string, string | null>>;
  /** A shell script, run in the workspace; what it prints becomes part of the answer. */
  readonly shell?: string;
  /** What a judge runs; what it prints becomes notes of its answer, or evidence of the first entry of a report. */
  readonly look?: string;
  /** Message of a commit of everything; without one the coordinator commits. */
  readonly commit?: string;
  /** The answer, see answers.ts for what is filled in; that of the role if not set. */
  readonly say?: string;
  readonly exit?: number;
};

/** Names of the gates that some step waits at. */
export function gatesOf(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.flatMap(({ hold }) => (hold === undefined ? [] : [hold])))];
}

/** The program of every agent. */
export function agentScript(steps: readonly Step[]): string {
  const parts = [...steps, ...usual].map(
    (step) =>
      `if fits ${quoted(patternOf(step))} ${quoted(step.told ?? '')} ${quoted(step.has ?? '.')}; then\n${bodyOf(step)}\nfi`,
  );
  return `${opening}\n${parts.join('\n')}\nexit 99\n`;
}

const usual: readonly Step[] = [
  {
    role: 'developer',
    shell: 'mkdir -p parts; echo "$GAUNTLET_TICKET, attempt $GAUNTLET_ATTEMPT" >"parts/$GAUNTLET_TICKET.txt"',
  },
  { role: 'reviewer', told: 'Recovery Review Assignment', say: recovered() },
  ...(['fixer', 'critic', 'reviewer', 'remediator'] as const).map((role) => ({ role })),
  { role: 'auditor', auditor: '' },
  ...(['requirements', 'technical', 'interface', 'test', 'library'] as const).map(
    (auditor) => ({ role: 'auditor', auditor }) as const,
  ),
];

/**
 * Starts are told through a pipe that belongs to nobody's work, which the sandbox lets through although it is read-only:
 * what is told there has happened, whatever the coordinator believes.
 */
const opening = `here=\${0%/*}
prompt=$(cat)
token=$(printf '%s\\n' "$prompt" | awk 'sub(/^TOKEN: /, "") { print; exit }')
say() {
  printf '%s\\n@ANSWER@\\n%s\\n' "$prompt" "$1" | TOKEN=$token CHANGED=$changed SAW=$saw awk '
    function keep(heading) {
      if ($0 == "### " heading && !seen[heading]++) on[heading] = 1
      else if (on[heading] && / END$/) on[heading] = 0
      else if (on[heading] && /^> - /) list[heading] = list[heading] substr($0, 5) "\\n"
    }
    function each(lines, from, after,   many, at, parts, part) {
      many = split(lines, parts, "\\n")
      for (at = 1; at <= many; at++) {
        part = substr(parts[at], from)
        if (after != "") sub(/:.*/, "", part)
        if (part != "") print "- " part after
      }
    }
    !answering && $0 == "@ANSWER@" { answering = 1; next }
    !answering {
      keep("Files to Review"); keep("Files to Verify"); keep("Acceptance Criteria"); keep("Requirements")
      keep("Requirements to Judge")
      if (/^Dimension [^ ]+ \\(/) scores = scores $2 "\\n"
      if (commit == "" && sub(/^> - Final commit: /, "")) commit = $0
      else if (on["Requirements"] && required == "" && sub(/^> - \\[[ xX]\\] /, "")) required = $1
      next
    }
    $0 == "@FILES@" { each(list["Files to Review"] list["Files to Verify"], 1, ""); each(ENVIRON["CHANGED"], 4, ""); next }
    $0 == "@SCORES@" { each(scores, 1, ": 95"); next }
    $0 == "@UNREVIEWED@" {
      many = split(list["Requirements to Judge"], items, "\\n") - 1
      for (at = 1; at <= many; at++) {
        sub(/[: ].*/, "", items[at])
        print "### PASS | - | " items[at] " | it is there\\n- **File**: check.sh:1\\n- **Evidence**: read\\n"
      }
      next
    }
    $0 == "@CRITERIA@" { each(list["Acceptance Criteria"], 1, ": VERIFIED - seen at the judged commit"); next }
    {
      gsub(/@MANY@/, many)
      gsub(/@TOKEN@/, ENVIRON["TOKEN"]); gsub(/@COMMIT@/, commit)
      gsub(/@TICKET@/, ENVIRON["GAUNTLET_TICKET"]); gsub(/@EPIC@/, ENVIRON["GAUNTLET_EPIC"])
      gsub(/@REQUIREMENT@/, required == "" ? "REQ-001" : required)
      print
      if (ENVIRON["SAW"] != "" && /^- \\*\\*Evidence/ && !told++) show("  ")
    }
    function show(before,   many, at, seen) {
      many = split(ENVIRON["SAW"], seen, "\\n")
      for (at = 1; at <= many; at++) print before seen[at]
    }
    END { if (ENVIRON["SAW"] != "" && !told) { print "\\nNotes:"; show("- ") } }'
}
who="$GAUNTLET_ROLE/$GAUNTLET_AUDITOR|$GAUNTLET_TICKET|$GAUNTLET_ATTEMPT|$GAUNTLET_TRY|$GAUNTLET_ROUND|$GAUNTLET_CLARIFICATION"
fits() {
  case $who in $1) ;; *) return 1 ;; esac
  case $prompt in *"$2"*) ;; *) return 1 ;; esac
  case $3 in .agent/*) [ -e "$here/\${3#.agent/}" ] ;; *) [ -e "$3" ] ;; esac
}
printf '%s\\n' "start|$who|$token|$PWD" >"$here/told"
changed=
saw=
`;

function patternOf(step: Step): string {
  const { role, auditor, ticket, attempt, round, clarification } = step;
  const parts = [ticket, attempt, step.try, round, clarification];
  return [`${role}/${auditor ?? '*'}`, ...parts.map((part) => part ?? '*')].join('|');
}

function bodyOf(step: Step): string {
  const { role, hold, write = {}, shell, look, commit, exit } = step;
  const lines = [
    ...(hold === undefined
      ? []
      : [`printf 'held ${hold}\\n' >"$here/told"`, `read -r go <"$here/gate-${hold}"`]),
    ...Object.entries(write).map(([path, text]) =>
      text === null ? `rm -rf -- ${quoted(path)}` : writing(path, text),
    ),
    ...(shell === undefined ? [] : [`( ${shell}\n)`]),
    ...(look === undefined ? [] : [`saw=$( ${look}\n)`]),
    ...(worksInPlace(role) ? [`changed=$(git status --porcelain --untracked-files=all)`] : []),
    ...(commit === undefined ? [] : [`git add -A && git commit -qm ${quoted(commit)} >&2`]),
    saying(step.say ?? plainAnswers(role, step.auditor)),
    `exit ${exit ?? 0}`,
  ];
  return lines.join('\n');
}

function worksInPlace(role: Role): boolean {
  return role === 'developer' || role === 'fixer' || role === 'remediator';
}

function writing(path: string, text: string): string {
  return `mkdir -p "$(dirname ${quoted(path)})" && printf '%s' ${quoted(text)} >${quoted(path)}`;
}

function saying(text: string): string {
  return `say ${quoted(text)}`;
}

/** A text as one word of the shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
