import { bareEpic } from '../../model/epic.ts';
import type { Config } from '../../model/config.ts';
import type { ReviewDimension } from '../../model/dimensions.ts';
import type { Finding } from '../../model/finding.ts';
import type { RedAtBase } from '../../model/outcome.ts';
import type { RepositoryHooks } from '../../model/checks.ts';
import type { Severity } from '../../model/severity.ts';
import type { Depth } from '../../model/team.ts';
import type { LocalBranch } from '../../ports/local-branch.ts';
import type { Excuses } from '../../review/index.ts';
import type { AgentPart, Inputs } from '../inputs.ts';
import type { CheckAtBase } from '../../gates/index.ts';
import type { CheckEvidence } from '../../model/evidence.ts';

/** What judges a change (P9): kept by its hash when a review begins, and read back from there. */
export type ReviewInputs = {
  /** What it is called in documents and prompts. */
  readonly id: string;
  readonly title: string;
  readonly branch: string;
  readonly isBranch: boolean;
  readonly base: { readonly name: string; readonly found: string; readonly commit: string };
  readonly from: string;
  readonly head: string;
  /** How many it changes, for people. */
  readonly files: number;
  readonly purpose: {
    readonly file: string;
    readonly text: string;
    readonly criteria: readonly string[];
  } | null;
  readonly config: Config;
  readonly configFolder: string;
  readonly reviewer: AgentPart;
  readonly fixer: AgentPart | null;
  readonly programs: readonly { readonly path: string; readonly sha256: string }[];
  /** Hooks that fixes have to pass; missing: none. */
  readonly hooks?: RepositoryHooks;
  readonly rounds: number;
  readonly fix: boolean;
  readonly checks: boolean;
  readonly depth: Depth;
  /** Why it is that deep. */
  readonly depthBecause: readonly string[];
  /** How many review each round, by the depth or as the configuration says. */
  readonly reviewers: number;
  /** What reviewers may score, and whether they have to: where somebody asks for more than the usual. */
  readonly dimensions: readonly ReviewDimension[];
  readonly scoresNeeded: boolean;
  /** Which version of this program asks: another one asks and reads otherwise. */
  readonly tool: string;
  /** What agents are told by their environment, by hash, secrets left out: another model may be named there. */
  readonly surroundings: Readonly<Record<string, string>>;
  /** The depth somebody asked for; null: it follows from the risk of the change. */
  readonly askedDepth: Depth | null;
  readonly failOn: Severity;
  /** Checks that somebody allowed to be red at base, by name. */
  readonly allowRed: readonly string[];
  /** What somebody has dismissed or waived. */
  readonly excuses: Excuses;
};

/** What was found without a model. */
export type MechanicalLook = {
  readonly findings: readonly Finding[];
  /** What could not be computed. */
  readonly broken: readonly string[];
  /** Checks that are red on the commit and at base; missing in records of older versions. */
  readonly redAtBase?: readonly RedAtBase[];
  /** Every check that ran on the commit; missing in records of older versions. */
  readonly checks?: readonly CheckAtBase[];
  readonly evidence?: readonly CheckEvidence[];
};

/** Everything the stages of a review use beside what every stage does. */
export type ReviewWork = {
  readonly inputs: ReviewInputs;
  /** null: nothing can be fixed, because it is no branch. */
  readonly branch: LocalBranch | null;
  /** Detectors and scans on the change up to a commit. */
  look(head: string): Promise<MechanicalLook>;
  /** Writes the document of a round, under a number that no earlier review has; answers where, null where it cannot. */
  putDocument(round: number, textOf: (nth: number) => string): string | null;
};

/** Returns what judges a review in the form that every stage reads. */
export function runInputsOf(inputs: ReviewInputs): Inputs {
  const { id, from, base, config, configFolder, programs, hooks, reviewer, fixer } = inputs;
  return {
    epic: bareEpic(id, from),
    config,
    epicFile: '',
    base: { ref: base.name, commit: from, tree: '' },
    cast: { reviewer, ...(fixer === null ? {} : { fixer }) },
    configFolder,
    programs,
    ...(hooks === undefined ? {} : { hooks }),
  };
}
