const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const ends = new Set<() => void>();

/**
 * For a child with a process group of its own, which hears nothing of what is said to ours: `end` is called when this
 * process ends, by itself or by a signal that can be heard. Answers what to call once the child is gone.
 */
export function endWithUs(end: () => void): () => void {
  if (ends.size === 0) watch();
  ends.add(end);
  return () => {
    if (ends.delete(end) && ends.size === 0) unwatch();
  };
}

function watch(): void {
  process.on('exit', endAll);
  for (const signal of SIGNALS) process.on(signal, heed);
}

function unwatch(): void {
  process.off('exit', endAll);
  for (const signal of SIGNALS) process.off(signal, heed);
}

function endAll(): void {
  for (const end of ends) end();
}

function heed(signal: NodeJS.Signals): void {
  // Whoever else listens decides whether we end.
  if (process.listenerCount(signal) > 1) return;
  endAll();
  // Without a listener the signal does what it would have done.
  unwatch();
  process.kill(process.pid, signal);
}
