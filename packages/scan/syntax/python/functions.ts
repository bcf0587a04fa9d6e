/** A function of Python as text, for what is told by its text alone. */
export type PythonFunction = {
  readonly code: string;
  /** The line the code begins at. */
  readonly line: number;
  readonly name: string;
  readonly owner: string;
  readonly isHandler: boolean;
  readonly decorators: string;
};

export function lineAt({ line, code }: PythonFunction, at: number): number {
  return line + code.slice(0, at).split('\n').length - 1;
}
