import type { Severity } from '../../model/severity.ts';
import type { Depth } from '../../model/team.ts';
import type { Call } from '../../project/call.ts';
import type { profiles } from '../../../packages/scan/index.ts';

/** What an audit may be told. */
export type AuditOptions = {
  readonly agents?: boolean | undefined;
  readonly depth?: Depth | undefined;
  readonly requirements?: string | undefined;
  readonly fix?: true | undefined;
  readonly agent?: string | undefined;
  readonly allowRed?: readonly string[] | undefined;
  readonly budget?: string | undefined;
  readonly rescore?: string | undefined;
  readonly explainScore?: true | undefined;
  readonly input?: boolean | undefined;
  readonly changed?: true | undefined;
  readonly since?: string | undefined;
  readonly rule?: readonly string[] | undefined;
  readonly family?: readonly string[] | undefined;
  readonly profile?: (typeof profiles)[number] | undefined;
  readonly failOn?: Severity | undefined;
  readonly baseline?: string | boolean | undefined;
  readonly updateBaseline?: true | undefined;
  readonly format?: readonly string[] | undefined;
  readonly libraryChecks?: string | undefined;
  readonly output?: string | undefined;
  readonly config?: string | undefined;
};

export type AuditCall = Call<AuditOptions>;
