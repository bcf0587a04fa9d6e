import { arrange, complaintsOf, type Read } from './complaint.ts';
import { normal } from './normal.ts';
import { salvage } from './salvage.ts';
import type { Shape } from './shape.ts';
import { readYaml } from './yaml-source.ts';

/** A YAML file in its normal form, or everything that is wrong with it at once; an empty one counts as `nothing`. */
export function readFile<Out, In>(
  shape: Shape<Out, In>,
  input: Parameters<typeof readYaml>[0],
  nothing: unknown = {},
): Read<Out> {
  const { source, complaints: notYaml } = readYaml(input);
  const { value, problems } = salvage(shape, source.value ?? nothing);
  const wrong = notYaml.length > 0 ? notYaml : complaintsOf(source, problems);
  const complaints = arrange(wrong, input.file);
  return complaints.length > 0
    ? { ok: false, complaints }
    : { ok: true, value: normal(shape, value), complaints };
}
