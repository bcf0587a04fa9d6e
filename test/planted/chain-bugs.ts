import type { PlantedBug } from './bugs.ts';

/** Mistakes in the chain of candidates. */
export const chainBugs: readonly PlantedBug[] = [
  {
    name: 'charge a ticket for a red on a guess',
    file: 'src/decide/chain.ts',
    find: 'if (under === undefined || goesOn) return decided;',
    replace: "if (under === undefined || goesOn || decided.type === 'ticket_sent_back') return decided;",
  },
  {
    name: 'keep one candidate of a void chain',
    file: 'src/state/chain.ts',
    find: 'if (lost.has(link.on)) lost.add(link.job);',
    replace: 'if (link.on === job.index) lost.add(link.job);',
  },
  {
    name: 'gate a candidate against the tip',
    file: 'src/decide/chain.ts',
    find: 'return withOnto(state, gate.job, gate.onto);',
    replace: 'return { job: gate.job };',
  },
  {
    name: 'land a candidate on a guess',
    file: 'src/decide/chain.ts',
    find: 'waits && isOpen && on === -1 && onto === state.tip',
    replace: 'waits && isOpen',
  },
  {
    name: 'merge onto a candidate that is aside',
    file: 'src/decide/chain.ts',
    find: 'if (aside !== null || !mayStart(job)) continue;',
    replace: 'if (!mayStart(job)) continue;',
  },
  {
    name: 'merge onto a candidate of a ticket that was stopped',
    file: 'src/decide/chain.ts',
    find: 'const isStaying = !isStopping(job) || job === landingNow(state);',
    replace: 'const isStaying = job.index >= 0 || job === landingNow(state);',
  },
  {
    name: 'count the late result of a void gate',
    file: 'src/state/chain.ts',
    find: "stage: 'merge', seats: [freshSeat], candidate: null, reason: because });",
    replace: "stage: 'gate', candidate: null, reason: because });",
  },
  {
    name: 'forget a void run among those that are running',
    file: 'src/state/chain.ts',
    find: '  next.running -= 1;\n',
    replace: '',
  },
  {
    name: 'forget a result that was put off',
    file: 'src/state/chain.ts',
    find: 'if (link.aside !== null) founded.push(',
    replace: 'if (link.aside === undefined) founded.push(',
  },
  {
    name: 'run one gate too many',
    file: 'src/decide/chain.ts',
    find: 'gatesRunning(state) < policy.maxGates',
    replace: 'gatesRunning(state) <= policy.maxGates',
  },
  {
    name: 'void what does not hold the one that left',
    file: 'src/state/chain.ts',
    find: 'const lost = new Set([job.index]);',
    replace: 'const lost = new Set([job.index, -1]);',
  },
  {
    name: 'seat somebody in front of a seated one',
    file: 'src/state/chain.ts',
    find: 'at === -1 ? [...links, link] : links.with(at, link)',
    replace: 'at === -1 ? [link, ...links] : links.with(at, link)',
  },
  {
    name: 'keep the seat after a conflict',
    file: 'src/state/chain.ts',
    find: '  leaveChain(next, job, because);',
    replace: "  if (kind !== 'landing') leaveChain(next, job, because);",
  },
  {
    name: 'accept a red that turned green on the tree of its own ticket',
    file: 'src/state/kept-gates.ts',
    find: '!holds.includes(id)',
    replace: 'holds.length > 0',
  },
  {
    name: 'let through by a gate of the same tree for another ticket',
    file: 'src/state/kept-gates.ts',
    find: "each.job === job.id && ontoTree !== '' && each.ontoTree === ontoTree",
    replace: 'each.run >= 0',
  },
  {
    name: 'take over the checks of another tree',
    file: 'src/state/kept-gates.ts',
    find: 'each.tree === tree && each.inputs',
    replace: 'each.inputs',
  },
  {
    name: 'gate again what was let through',
    file: 'src/state/kept-gates.ts',
    find: ' || same !== undefined;',
    replace: ';',
  },
  {
    name: 'count a red that no second run confirmed',
    file: 'src/decide/outcome.ts',
    find: 'once === true && (',
    replace: 'once === true && job.index < 0 && (',
  },
  {
    name: 'merge onto a candidate that was red once',
    file: 'src/decide/chain.ts',
    find: 'return isStaying && !isSuspect(job) &&',
    replace: 'return isStaying &&',
  },
  {
    name: 'land while a red before it is not confirmed',
    file: 'src/decide/chain.ts',
    find: '    isOpen &&= !isSuspect(job);\n',
    replace: '    isOpen &&= job.index >= 0;\n',
  },
  {
    name: 'let one that was red keep its seat, and void the same ones again',
    file: 'src/state/chain.ts',
    find: 'return isRed ? [] : [{ ...link, on: -1 }];',
    replace: 'return isRed && link.job < 0 ? [] : [{ ...link, on: -1, aside: null }];',
  },
  {
    name: 'let an acquitted ticket land though others were merged without it',
    file: 'src/decide/outcome.ts',
    find: 'job.candidate.suspect && !isLast(state, job)',
    replace: 'job.candidate.suspect && job.index < 0 && !isLast(state, job)',
  },
  {
    name: 'forget to call off the run of a void candidate',
    file: 'src/decide/chain.ts',
    find: "(seat?.state === 'running' ? [seat.run] : [])",
    replace: "(seat?.state === 'running' && seat.run < 0 ? [seat.run] : [])",
  },
];
