import type { AgentCall } from '../../ports/agents.ts';
import { type JsonObject, objectOf, objectsOf, textOf } from '../answers/json-value.ts';
import type { Connection, Failure } from './connection.ts';

/** What an agent says about itself when it is greeted. */
export type Greeting = {
  readonly name: string | null;
  readonly version: string | null;
  readonly protocol: unknown;
  /** How an earlier conversation is gone on with; null where it cannot be. */
  readonly resumes: 'session/resume' | 'session/load' | null;
  /** Whether it can use MCP servers that answer over HTTP. */
  readonly usesHttp: boolean;
};

export type Session = {
  readonly id: string;
  readonly model: string | null;
  readonly effort: string | null;
};

/** Why there is none. `model`: it does not have the model that was named. */
export type NoSession = { readonly failed: Failure } | { readonly model: string };

export async function greet(connection: Connection): Promise<Greeting | Failure> {
  const reply = await connection.ask('initialize', {
    protocolVersion: 1,
    // Files and commands are the agent's own affair, inside the sandbox.
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'gauntlet', version: '1' },
  });
  if (!reply.ok) return reply.failure;
  const info = objectOf(reply.result['agentInfo']);
  const can = objectOf(reply.result['agentCapabilities']);
  const canResume = objectOf(can['sessionCapabilities'])['resume'];
  const resumes = canResume !== undefined && canResume !== null ? 'session/resume' : null;
  return {
    name: textOf(info['name']) || null,
    version: textOf(info['version']) || null,
    protocol: reply.result['protocolVersion'] ?? 1,
    resumes: resumes ?? (can['loadSession'] === true ? 'session/load' : null),
    usesHttp: objectOf(can['mcpCapabilities'])['http'] === true,
  };
}

export type Opening = {
  readonly call: AgentCall;
  /** Where the agent sees the folder it works in. */
  readonly cwd: string;
  readonly mcpServers: readonly JsonObject[];
  readonly modes: readonly string[];
  readonly meta: JsonObject | undefined;
  /** The conversation to go on with, and how. */
  readonly earlier: { readonly id: string; readonly by: string } | null;
};

const LONGEST_NAME = 1_000;

/** Opens a conversation in the mode, with the model and the effort that the call asks for. */
export async function openSession(connection: Connection, opening: Opening): Promise<Session | NoSession> {
  const { call, mcpServers, meta, earlier } = opening;
  const params = { cwd: opening.cwd, mcpServers, ...(meta === undefined ? {} : { _meta: meta }) };
  const reply =
    earlier === null
      ? await connection.ask('session/new', params)
      : await connection.ask(earlier.by, { ...params, sessionId: earlier.id });
  if (!reply.ok) return { failed: reply.failure };
  const id = earlier?.id ?? textOf(reply.result['sessionId']);
  // It is kept in records.
  if (id === '' || id.length > LONGEST_NAME)
    return { failed: { code: 0, message: 'the agent opened a session with an invalid name', data: '' } };
  const choices = { connection, id, state: reply.result };
  await chooseMode(choices, opening.modes);
  const model = await chooseModel(choices, call.settings.model, earlier !== null);
  if (typeof model === 'object' && model !== null) return model;
  return { id, model, effort: await chooseEffort(choices, call.settings.effort) };
}

type Choices = { readonly connection: Connection; readonly id: string; readonly state: JsonObject };

async function chooseMode(choices: Choices, modes: readonly string[]): Promise<void> {
  const { connection, id, state } = choices;
  const { availableModes, currentModeId } = objectOf(state['modes']);
  const offered = objectsOf(availableModes).map((mode) => textOf(mode['id']));
  const modeId = modes.find((mode) => offered.includes(mode));
  if (modeId !== undefined) {
    if (modeId !== currentModeId) await connection.ask('session/set_mode', { sessionId: id, modeId });
    return;
  }
  const option = optionOf(choices, 'mode');
  const value = modes.find((mode) => option?.values.some((each) => each.value === mode));
  if (option !== undefined && value !== undefined && value !== option.current)
    await setOption(choices, option.id, value);
}

/** The model in use, as far as it is told. */
async function chooseModel(
  choices: Choices,
  wanted: string | null,
  isResumed: boolean,
): Promise<string | null | NoSession> {
  const { connection, id, state } = choices;
  const option = optionOf(choices, 'model');
  const { availableModels, currentModelId } = objectOf(state['models']);
  if (wanted === null) return option?.current ?? (textOf(currentModelId) || null);
  const offered = objectsOf(availableModels).map((model) => ({
    value: textOf(model['modelId']),
    name: textOf(model['name']),
  }));
  // A conversation that goes on has the model it began with.
  if (option === undefined && offered.length === 0) return isResumed ? wanted : { model: wanted };
  const value = namedIn(option?.values ?? offered, wanted);
  const reply =
    option === undefined
      ? await connection.ask('session/set_model', { sessionId: id, modelId: value })
      : await setOption(choices, option.id, value);
  return reply.ok ? wanted : { model: wanted };
}

async function chooseEffort(choices: Choices, wanted: string | null): Promise<string | null> {
  const option = optionOf(choices, 'thought_level');
  if (option === undefined) return null;
  if (wanted === null) return option.current;
  const reply = await setOption(choices, option.id, namedIn(option.values, wanted));
  return reply.ok ? wanted : null;
}

type Value = { readonly value: string; readonly name: string };
type Option = { readonly id: string; readonly current: string | null; readonly values: readonly Value[] };

function optionOf({ state }: Choices, category: string): Option | undefined {
  const found = objectsOf(state['configOptions']).find(
    (option) => option['category'] === category && option['type'] === 'select',
  );
  if (found === undefined) return undefined;
  // Options may stand in groups.
  const entries = objectsOf(found['options']).flatMap((entry) =>
    Array.isArray(entry['options']) ? objectsOf(entry['options']) : [entry],
  );
  return {
    id: textOf(found['id']),
    current: textOf(found['currentValue']) || null,
    values: entries.map((entry) => ({ value: textOf(entry['value']), name: textOf(entry['name']) })),
  };
}

function setOption({ connection, id }: Choices, configId: string, value: string) {
  return connection.ask('session/set_config_option', { sessionId: id, configId, value });
}

/** By its own name, else by what people call it; an agent may know more than it lists. */
function namedIn(values: readonly Value[], wanted: string): string {
  const exact = values.find(({ value }) => value === wanted);
  return (exact ?? values.find(({ name }) => name === wanted))?.value ?? wanted;
}
