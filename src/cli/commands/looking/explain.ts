import { unknownName } from '../../../project/unknown-name.ts';
import { cliCommand } from '../../command.ts';
import { readCatalogue } from '../../explain/catalogue.ts';
import { explainText, gateText, rulesText, suppressing } from '../../explain/explain-text.ts';
import { gateEntries } from '../../explain/gate-entries.ts';
import { answer } from '../../../project/answer.ts';

/** Explains a scan rule or a gate finding to the reader of a finding. */
export const explain = cliCommand({
  name: 'explain',
  summary: 'explain a scan rule or a gate finding: what it finds and why; without an id, list all',
  operands: [['[id]', 'the id of a finding, such as MOCK-001 or no-removed-test']],
  async run(call) {
    const catalogue = readCatalogue();
    const gates = gateEntries();
    const [name] = call.operands;
    if (name === undefined) return answer([...catalogue, ...gates], rulesText(catalogue, gates));
    const isAsked = ({ id }: { readonly id: string }): boolean => id.toLowerCase() === name.toLowerCase();
    const rule = catalogue.find(isAsked);
    if (rule !== undefined)
      return answer({ ...rule, suppress: suppressing(rule) }, explainText(rule, call.paint));
    const gate = gates.find(isAsked);
    if (gate !== undefined) return answer(gate, gateText(gate, call.paint));
    throw unknownName(`no rule or gate finding is called "${name}"`, name, {
      known: [...catalogue, ...gates].map(({ id }) => id),
      otherwise: 'gauntlet explain lists all of them.',
    });
  },
});
