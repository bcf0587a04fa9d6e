/** How urgent the required fixes are. */
export const priorities = ['HIGH', 'MEDIUM', 'LOW'] as const;

export type Priority = (typeof priorities)[number];

/** The priority named, HIGH where none or an unknown one is (FLOW-11). */
export function readPriority(text: string): Priority {
  const word = /[A-Za-z]+/.exec(text)?.[0].toUpperCase();
  return priorities.find((priority) => priority === word) ?? 'HIGH';
}
