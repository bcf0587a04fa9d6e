import { type JsonObject, objectOf, objectsOf, textOf } from '../answers/json-value.ts';
import { TOOL } from './verdict-door.ts';

/** How a request for permission is answered. `all`: the sandbox alone decides what comes of it. */
export type Permissions = 'all' | 'looking';

/** What changes nothing. */
const LOOKING: ReadonlySet<unknown> = new Set(['read', 'search', 'think']);
/** What does, or may. */
const DOING: ReadonlySet<unknown> = new Set(['edit', 'delete', 'move', 'execute', 'fetch', 'switch_mode']);

/** The answer to `session/request_permission`, by what a call may use beside looking. Nothing is ever allowed for more than once. */
export function permission(
  params: JsonObject,
  permissions: Permissions,
  usable: readonly string[] = [TOOL],
): JsonObject {
  const isAllowed = permissions === 'all' || isLooking(objectOf(params['toolCall']), usable);
  const options = objectsOf(params['options']);
  const wanted = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const option = wanted.map((kind) => options.find((each) => each['kind'] === kind)).find(isThere);
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: option['optionId'] } };
}

function isLooking(toolCall: JsonObject, usable: readonly string[]): boolean {
  const { kind } = toolCall;
  if (LOOKING.has(kind)) return true;
  if (DOING.has(kind)) return false;
  const named = [toolCall['title'], toolCall['toolCallId'], objectOf(toolCall['_meta'])['toolName']];
  return named.some((name) => usable.some((each) => textOf(name).includes(each)));
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}
