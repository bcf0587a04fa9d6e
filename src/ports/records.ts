import type { Draft } from '../model/events.ts';

export type ResultDraft = Extract<Draft, { used: unknown }>;

/**
 * What one run leaves behind, by its number: how a restarted coordinator finds what is there instead of doing it
 * again, and where later stages read what earlier ones learnt. Written whole or not at all, and durable.
 */
export type Records = {
  /** The folder of a run; made when first asked for. */
  folder(run: number): string;
  /** Keeps a named piece (`prompt`, `answer`, `matrix`, …) of a run: JSON values, or text as a JSON string. */
  put(run: number, name: string, value: unknown): Promise<void>;
  get(run: number, name: string): Promise<unknown>;
  /** Keeps what the run came to. After this it is never carried out again. */
  finish(run: number, result: ResultDraft): Promise<void>;
  finished(run: number): Promise<ResultDraft | undefined>;
  /** A value kept by its hash: the plan and configuration a run was started with. */
  keep(value: unknown): Promise<string>;
  kept(hash: string): Promise<unknown>;
};

/** What this machine measured before, by a key that says everything it depends on. Losing one costs a measurement. */
export type Measurements = {
  get(this: void, key: string): unknown;
  put(this: void, key: string, value: unknown): void;
};
