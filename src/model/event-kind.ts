import type { AssignmentEvent, Event, ResultEvent } from './events.ts';

// Read instead of asked for by `in`: events have many shapes, and every one that is folded is looked at.

export function isAssignment(event: Event): event is AssignmentEvent {
  return (event as { readonly reserved?: unknown }).reserved !== undefined;
}

/** First parent of the candidate that is merged or gated; undefined: the tip. */
export function ontoOf(event: AssignmentEvent): string | undefined {
  return event.type === 'merge_started' || event.type === 'landing_gate_started' ? event.onto : undefined;
}

export function isResult(event: Event): event is ResultEvent {
  return (event as { readonly used?: unknown }).used !== undefined;
}
