import { mayWrite, missing, type OpenAgent, unusable } from '../programs/adapter.ts';
import { findProgram } from '../programs/find-program.ts';
import { runAgentProgram } from '../programs/run-agent-program.ts';

/** Any program: the prompt on stdin, the answer on stdout. */
export const openCommand: OpenAgent = async (settings, machine) => {
  const found = await findProgram(settings.run, machine);
  if (!found.ok) return unusable(found.because);
  const { argv, pins, followsFolder } = found.program;
  return {
    files: pins.map(({ path, sha256 }) => ({ path, sha256 })),
    problem: undefined,
    call: async (call, cancel) => {
      if (!mayWrite(call) && followsFolder !== undefined) return missing(followsFolder);
      return runAgentProgram({ argv, pins, visible: [], stdin: call.prompt }, call, machine, cancel);
    },
  };
};
