/** What nobody has caught: 1 would say that work was judged, and it was not. */
const BUG = 70;

type Dying = {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
  readonly stderr: { write(text: string): unknown };
  exit(code: number): unknown;
};

/** Ends the process as a bug of ours, in words that no terminal can be steered by. */
export function endAsBug(process: Dying): void {
  process.on('uncaughtException', (error) => {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const plain = said.replace(/[^\x20-\x7E\n]/g, '?').slice(0, 4000);
    process.stderr.write(
      `error: a bug in gauntlet: ${plain}\nThe recorded events are intact. Continue with: gauntlet resume\n`,
    );
    process.exit(BUG);
  });
}
