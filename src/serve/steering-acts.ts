/** What may be asked of a run on its pages, besides answers. */
export const steeringActs = [
  'pause',
  'unpause',
  'parallel',
  'note',
  'cancel',
  'retry',
  'skip',
  'edit',
  'add',
  'resume',
  'stop',
  'merge',
] as const;

export type SteeringAct = (typeof steeringActs)[number];
