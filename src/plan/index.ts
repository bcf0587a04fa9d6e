export { agentFor } from './agents.ts';
export { type Complaint, formatComplaint, type Read } from '../schema/complaint.ts';
export { criticFor } from './agents.ts';
export { fixRoundsOf, gatingOf } from './depth.ts';
export {
  dependence,
  type Independence,
  independenceOf,
  likeness,
  otherThan,
  type Party,
} from './independence.ts';
export { completeLimits } from './complete-limits.ts';
export { readRequest } from './markdown-ticket.ts';
export { type Plan, planOf } from './plan.ts';
export { readConfig } from './read-config.ts';
export { epicOfAudit, readEpic } from './read-epic.ts';
export { readLabelledChange } from './read-labelled-change.ts';
export { readTicket, ticketText } from './read-ticket.ts';
export { readWaivers } from './read-waivers.ts';
export { runPlanOf } from './plan.ts';
export { matches } from './touches.ts';
export { type Refusal, refused, takeValue } from './take-value.ts';
