import { type ErrorCode, GauntletError } from '../model/error.ts';
import { type Complaint, formatComplaint, type Read } from '../schema/complaint.ts';

/** What was not done because of a file, as an error says it. */
export type Refusal = { readonly code: ErrorCode; readonly problem: string; readonly hint?: string };

/** The value of a read; an error with every complaint where there is none. */
export function takeValue<T>(read: Read<T>, refusal: Refusal): T {
  if (read.ok) return read.value;
  throw refused(read.complaints, refusal);
}

/** The error that says all complaints at once. */
export function refused(complaints: readonly Complaint[], { code, problem, hint }: Refusal): GauntletError {
  const lines = complaints.map((complaint) => formatComplaint(complaint).trimEnd());
  return new GauntletError(code, `${problem}:\n${lines.join('\n')}`, hint === undefined ? {} : { hint });
}
