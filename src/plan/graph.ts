import type { Plan } from './plan.ts';

/** The plan as data for other programs. */
export type GraphJson = {
  readonly epic: string;
  readonly tickets: readonly {
    readonly id: string;
    readonly title: string;
    readonly needs: readonly string[];
    readonly milestone: string | null;
    readonly criticalPath: number;
    readonly rank: number;
  }[];
  readonly milestones: readonly {
    readonly id: string;
    readonly title: string;
    readonly after: readonly string[];
    readonly tickets: readonly string[];
  }[];
  readonly criticalPath: readonly string[];
};

/** Tickets, dependencies, milestones and the critical path, by id. */
export function graphJson({ epic, tickets, milestones, criticalPath }: Plan): GraphJson {
  const idOf = (index: number) => epic.tickets[index]?.id ?? '';
  return {
    epic: epic.id,
    tickets: tickets.map(({ ticket, criticalPath, rank }) => ({
      id: ticket.id,
      title: ticket.title,
      needs: ticket.needs,
      milestone: ticket.milestone,
      criticalPath,
      rank,
    })),
    milestones: milestones.map((milestone, index) => ({
      id: milestone.id,
      title: epic.milestones[index]?.title ?? '',
      after: epic.milestones[index]?.after ?? [],
      tickets: milestone.tickets.map(idOf),
    })),
    criticalPath: criticalPath.map(idOf),
  };
}

/** A Mermaid flowchart: an arrow goes from what comes first to what waits for it; the critical path is thick. */
export function graphMermaid(plan: Plan): string {
  const lines = ['flowchart LR'];
  for (const [index, milestone] of plan.milestones.entries()) {
    const title = plan.epic.milestones[index]?.title ?? '';
    lines.push(`  subgraph m${index}["${label(milestone.id, title)}"]`);
    lines.push(...milestone.tickets.map((ticket) => `    ${ticketLine(plan, ticket)}`), '  end');
  }
  const free = plan.tickets.filter(({ milestone }) => milestone < 0);
  lines.push(...free.map(({ index }) => `  ${ticketLine(plan, index)}`));
  lines.push(...arrows(plan));
  if (plan.criticalPath.length > 0) {
    lines.push(`  class ${plan.criticalPath.map((index) => `t${index}`).join(',')} critical`);
    lines.push('  classDef critical stroke-width:3px');
  }
  return `${lines.join('\n')}\n`;
}

function ticketLine({ epic }: Plan, index: number): string {
  const ticket = epic.tickets[index];
  return `t${index}["${label(ticket?.id ?? '', ticket?.title ?? '')}"]`;
}

function arrows({ tickets, milestones, criticalPath }: Plan): readonly string[] {
  const thick = new Set(criticalPath.slice(1).map((index, before) => `${criticalPath[before]}>${index}`));
  const needs = tickets.flatMap(({ index, needs }) =>
    needs.map((need) => `  t${need} ${thick.has(`${need}>${index}`) ? '==>' : '-->'} t${index}`),
  );
  const after = milestones.flatMap((milestone, index) =>
    milestone.after.map((before) => `  m${before} -.-> m${index}`),
  );
  return [...needs, ...after];
}

/** Titles are anybody's text: everything that Mermaid or HTML could take for its own is written as a number. */
function label(id: string, title: string): string {
  const text = title === '' || title === id ? id : `${id}: ${title}`;
  return text.replace(/[^\p{L}\p{N} .,:_-]/gu, (letter) => `#${letter.codePointAt(0)};`);
}
