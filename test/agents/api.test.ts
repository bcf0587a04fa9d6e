// A model behind an API with tools of our own: the same kit, for the two shapes most servers answer in.
import { itWorksForReal, KEY, type RealAgent } from './kit.ts';

/** Nothing of the user's home is looked at; a file there that changed would be seen. */
const home = { '.bashrc': 'touch hooked-by-bashrc.txt\n' };

const shapes = [
  { name: 'api (Anthropic)', provider: 'anthropic', model: 'claude-sonnet-4-5' },
  { name: 'api (OpenAI)', provider: 'openai', model: 'gpt-5' },
] as const;

for (const { name, provider, model } of shapes) {
  const agent: RealAgent = {
    name,
    version: null,
    settings: (url) => ({ use: 'api', provider, model, baseUrl: `${url}/v1`, apiKeyEnv: 'TEST_KEY' }),
    env: () => ({ TEST_KEY: KEY }),
    home,
  };
  await itWorksForReal(agent);
}
