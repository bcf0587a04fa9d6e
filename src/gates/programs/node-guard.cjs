// Loaded into every Node process before anything else (`--require`). Before the first file of the change runs, all that is
// there already belongs to others: built-ins of the language, `node:assert` and other modules of Node, packages of test
// tools, the globals of the runner, what test files export, and the state of the running test. From then on code of the
// change can neither replace a function of theirs nor call into the judges, and no value may say itself what it is equal to.
// Tests and tools may do what they like.
'use strict';
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { fileURLToPath } = require('node:url');
const { getCallSites } = require('node:util');
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, preventExtensions } = Object;
const { apply, ownKeys } = Reflect;
const root = path.dirname(__dirname);
const changed = new Set(CHANGED.map((file) => path.join(root, file)));
const hook = Symbol.for(__dirname);
const fileOf = (name) => (name.startsWith('file:') ? fileURLToPath(name.replace(/[?#].*$/, '')) : name);
const isChanged = (name) => typeof name === 'string' && changed.has(fileOf(name));
/** Files of the callers, nearest first, without Node's own and this one. */
const callers = (most) =>
  getCallSites(most)
    .map(({ scriptName }) => scriptName)
    .filter((name) => name !== '' && name !== __filename && !name.startsWith('node:'))
    .map(fileOf);
const refuse = (where, by) => {
  fs.writeSync(
    2,
    '\nALTERED ' +
      where.replace(/.*\/node_modules\//, '') +
      ' by ' +
      (by === undefined ? 'nobody' : path.relative(root, by)) +
      '\n',
  );
  return false;
};
const stop = (where, by) => {
  refuse(where, by);
  throw new Error('the change alters ' + where);
};
/** Tests and tools may change what judges; code that the change brought, and nobody at all, may not. */
const mayAlter = (where) => {
  const files = callers(200);
  const by = files.find(isChanged);
  return by === undefined && files.length > 0 ? true : refuse(where, by);
};
/** An object that says itself what it is equal to. */
const hasOwnVerdict = (value, left = { nodes: 2000 }) => {
  if (value === null || typeof value !== 'object' || (left.nodes -= 1) < 0) return false;
  if (typeof value.asymmetricMatch === 'function') return true;
  const inner =
    value instanceof Map ? [...value.keys(), ...value.values()] : value instanceof Set ? [...value] : [];
  for (const key of ownKeys(value)) inner.push(getOwnPropertyDescriptor(value, key)?.value);
  return inner.some((each) => hasOwnVerdict(each, left));
};
const judging = (value, where) =>
  new Proxy(value, {
    apply(target, self, args) {
      const isAssertion = self?.constructor?.name === 'Assertion' && '_obj' in self;
      const actual = isAssertion ? self._obj : where.endsWith(' expect') ? args[0] : undefined;
      const [by] = callers(8);
      if (hasOwnVerdict(actual)) stop('asymmetricMatch', undefined);
      if (isChanged(by)) stop(where, by);
      return apply(target, self, args);
    },
  });
const slots = new WeakMap();
const realms = new WeakSet();
const lock = (holder, key, where, isJudge) => {
  const own = getOwnPropertyDescriptor(holder, key);
  if (own?.configurable !== true || slots.get(holder)?.has(key)) return;
  const slot = { ...own };
  // Classes stay what they are.
  const isCalled =
    typeof own.value === 'function' &&
    (own.value.prototype === undefined || / (?:expect|extend|use)$/.test(where));
  if (isJudge && isCalled) slot.value = judging(own.value, where);
  function get() {
    return slot.get === undefined ? slot.value : apply(slot.get, this, []);
  }
  function set(value) {
    if (own.set !== undefined) apply(own.set, this, [value]);
    else if (this !== holder)
      defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true });
    else if (value !== slot.value && mayAlter(where)) Object.assign(slot, { get: undefined, value });
  }
  // Packages that look at built-ins know by this that a getter stands for a function.
  if (own.get === undefined) defineProperty(get, 'originalValue', { value: own.value });
  // The global object of another realm accepts nothing that is final.
  const isOwnRealm = holder === globalThis || !realms.has(holder);
  defineProperty(holder, key, { configurable: !isOwnRealm, enumerable: own.enumerable, get, set });
  if (!slots.has(holder)) slots.set(holder, new Map());
  slots.get(holder).set(key, { slot, where });
};
/** Functions, and objects that hold nothing else than names: not what somebody made and uses. */
const isHolder = (value, key) =>
  typeof value === 'function' ||
  (typeof value === 'object' &&
    value !== null &&
    (key === 'prototype' || [undefined, 'Object'].includes(getPrototypeOf(value)?.constructor?.name)));
const seen = new WeakSet();
/** What Node brings: packages hand it on. */
const nodes = new WeakSet();
const addNodes = (value, depth = 0) => {
  if (
    value === null ||
    (typeof value !== 'object' && typeof value !== 'function') ||
    nodes.has(value) ||
    depth > 3
  )
    return;
  nodes.add(value);
  for (const key of ownKeys(value)) addNodes(getOwnPropertyDescriptor(value, key)?.value, depth + 1);
};
const lockAll = (holder, where, isJudge, depth = 0) => {
  if (
    holder === null ||
    (typeof holder !== 'object' && typeof holder !== 'function') ||
    seen.has(holder) ||
    (isJudge && nodes.has(holder)) ||
    depth > 5
  )
    return;
  seen.add(holder);
  for (const key of ownKeys(holder)) {
    if (
      key === 'constructor' ||
      key === '__proto__' ||
      key === 'caller' ||
      key === 'arguments' ||
      key === 'prepareStackTrace'
    )
      continue;
    let own, value;
    // Bundlers export by getters; a prototype's are about its objects.
    const isExports = isJudge && typeof holder === 'object' && !where.endsWith(' prototype');
    try {
      own = getOwnPropertyDescriptor(holder, key);
      value = isExports && own.get !== undefined ? holder[key] : own.value;
    } catch {
      continue;
    }
    const name = where + ' ' + String(key);
    if (isHolder(value, key)) lockAll(value, name, isJudge, depth + 1);
    if (key !== 'prototype' && (typeof own.value === 'function' || own.get !== undefined))
      lock(holder, key, name, isJudge);
  }
};
const guardDefining = (owner) => {
  const own = owner.defineProperty;
  owner.defineProperty = (holder, key, descriptor) => {
    const kept = slots.get(holder)?.get(key);
    if (kept === undefined) return own(holder, key, descriptor);
    if (!mayAlter(kept.where)) throw new TypeError('Cannot redefine property: ' + String(key));
    kept.slot.get = descriptor.get;
    kept.slot.value = descriptor.value;
    return owner.ownKeys === undefined ? holder : true;
  };
};
/** Tests fake these. */
const faked = new Set(['Math', 'Date', 'console', 'globalThis', 'Intl', 'WebAssembly']);
const language = vm
  .runInNewContext('Object.getOwnPropertyNames(globalThis)')
  .filter((name) => !faked.has(name));
/** What the language and its tools ask every object for: where a prototype has none, none can be put. */
const protocols = [
  'toJSON',
  'then',
  'valueOf',
  'toString',
  'asymmetricMatch',
  Symbol.toPrimitive,
  Symbol.for('nodejs.util.inspect.custom'),
];
const addProtocols = (prototype, name) => {
  const parent = prototype == null ? null : getPrototypeOf(prototype);
  if (parent === null) return;
  for (const key of protocols.filter((each) => getOwnPropertyDescriptor(prototype, each) === undefined)) {
    defineProperty(prototype, key, {
      configurable: true,
      get() {
        return Reflect.get(parent, key, this);
      },
    });
    lock(prototype, key, name + ' prototype ' + String(key), false);
  }
};
/** What a runner asks a test for: only the runner and tests say so. */
const FLAGS = ['fails', 'failing', 'mode', 'fn', 'pending', 'todo', 'skip', 'retry', 'repeats'];
const guardFlags = (test, keys = FLAGS) => {
  if (test === null || typeof test !== 'object' || seen.has(test)) return;
  seen.add(test);
  for (const key of keys) {
    const own = getOwnPropertyDescriptor(test, key) ?? {
      configurable: true,
      enumerable: false,
      value: undefined,
    };
    if (own.configurable && 'value' in own)
      accessor(
        test,
        key,
        own.enumerable,
        (value) => value !== own.value && mayAlter('the running test ' + key) && (own.value = value),
        () => own.value,
      );
  }
};
const accessor = (holder, key, enumerable, set, get) =>
  defineProperty(holder, key, { configurable: true, enumerable, get, set });
/** Each test that becomes the running one. */
const guardRunning = (state, key) => {
  const own = state == null ? undefined : getOwnPropertyDescriptor(state, key);
  if (own?.configurable !== true || !('value' in own)) return;
  guardFlags(own.value);
  accessor(
    state,
    key,
    own.enumerable,
    (value) => {
      guardFlags(value);
      own.value = value;
    },
    () => own.value,
  );
};
/** Mocha gives these to each test when it makes it. */
const guardRunnables = (prototype) => {
  for (const key of ['fn', 'pending']) {
    const kept = new WeakMap();
    accessor(
      prototype,
      key,
      false,
      function (value) {
        if (!kept.has(this) || mayAlter('the running test ' + key)) kept.set(this, value);
      },
      function () {
        return kept.get(this);
      },
    );
  }
};
/** The test of node:test that runs is what its asynchronous code belongs to. */
const shield = (resource) => {
  const [by] = callers(8);
  if (!isChanged(by) || !/^(?:Test|Suite|TestHook)$/.test(resource?.constructor?.name)) return resource;
  const refused = (target, key) => (typeof key === 'symbol' ? Reflect : stop('the running test ' + key, by));
  return new Proxy(resource, {
    set: (target, key, value) => refused(target, key).set(target, key, value),
    defineProperty: (target, key, own) => refused(target, key).defineProperty(target, key, own),
  });
};
const hooks = require('node:async_hooks');
const { executionAsyncResource } = hooks;
hooks.executionAsyncResource = () => shield(executionAsyncResource());
Module.syncBuiltinESMExports();
const lockRealm = (realm) => {
  if (realms.has(realm)) return;
  realms.add(realm);
  guardDefining(realm.Object);
  guardDefining(realm.Reflect);
  for (const name of language) {
    lockAll(realm[name], name, false);
    lock(realm, name, name, false);
    if (name !== 'BigInt') addProtocols(realm[name]?.prototype, name);
  }
  preventExtensions(realm.Object.prototype);
};
/** Packages and globals that judge; a product may well patch or call others. */
const JUDGES =
  /^@?(?:jest|vitest|mocha|chai|expect|jasmine|ava|tap|tapjs|tape|should|sinon|uvu|playwright|qunit|unexpected|assert)(?:[/-]|$)/;
const GLOBALS =
  /^(?:[fx]?(?:it|test|describe|context|suite|specify)|(?:before|after)(?:Each|All)?|setup|teardown|expect|assert|should|vi|jest|chai|sinon|__vitest_.*|Symbol\(.*(?:jest|vitest|expect).*\))$/i;
const isJudgePackage = (name) => JUDGES.test(fileOf(name).split('/node_modules/').slice(1).at(-1) ?? '');
// Node warns where its storage is touched, and the global object holds what others add later.
const host = ownKeys(globalThis).filter((key) => !/storage$|^global/i.test(String(key)));
let isLocked = false;
const namespaces = [];
/** Modules of Node by which tests look at what was done. */
const CORE = [
  'fs',
  'fs/promises',
  'path',
  'util',
  'os',
  'url',
  'child_process',
  'crypto',
  'querystring',
  'string_decoder',
  'zlib',
];
const TEST_SIDE = /(?:^|[\\/])(?:__tests__|tests?|specs?|e2e)[\\/]|[.](?:test|spec)[.][^.]+$/;
const isTestSide = (name) =>
  !isChanged(name) && !name.includes('node_modules') && TEST_SIDE.test(path.relative(root, name));
const loaded = (exported, name) =>
  isLocked ? lockAll(exported, name, isJudgePackage(name)) : namespaces.push([exported, name]);
/** Before the first code of the change runs, everything that is there already belongs to others. */
const lockJudges = (realm) => {
  if (!isLocked) {
    for (const name of Module.builtinModules)
      if (process.moduleLoadList.includes('NativeModule ' + name)) addNodes(require('node:' + name));
    for (const key of host) addNodes(globalThis[key], 2);
  }
  lockRealm(globalThis);
  lockRealm(realm);
  for (const key of ownKeys(realm).filter((each) => GLOBALS.test(String(each)))) {
    lockAll(realm[key], 'global ' + String(key), true, 1);
    lock(realm, key, 'global ' + String(key), true);
  }
  for (const key of ownKeys(realm).filter((each) => /JEST_STATE_SYMBOL/.test(String(each))))
    guardRunning(realm[key], 'currentlyRunningTest');
  guardRunning(realm.__vitest_worker__, 'current');
  if (isLocked) return;
  isLocked = true;
  for (const name of ['assert', 'assert/strict']) lockAll(require('node:' + name), name, false);
  for (const name of CORE)
    if (process.moduleLoadList.includes('NativeModule ' + name))
      lockAll(require('node:' + name), name, false);
  for (const [exported, name] of namespaces) lockAll(exported, name, isJudgePackage(name));
};
defineProperty(globalThis, hook, {
  value: (exported, name) => (name === undefined ? lockJudges(globalThis) : loaded(exported, name)),
});
/** A signal of the runner. */
const made = (target, args, as) => {
  const [by] = callers(8);
  if (isChanged(by)) stop('mocha Pending', by);
  return Reflect.construct(target, args, as);
};
const { _compile } = Module.prototype;
Module.prototype._compile = function (content, filename, ...more) {
  if (isChanged(filename)) lockJudges(globalThis);
  const result = apply(_compile, this, [content, filename, ...more]);
  if (isJudgePackage(filename) || isTestSide(filename)) loaded(this.exports, filename);
  if (/mocha.lib.runnable[.]js$/.test(filename)) guardRunnables(this.exports.prototype);
  if (/mocha.lib.pending[.]js$/.test(filename)) this.exports = new Proxy(this.exports, { construct: made });
  return result;
};
Module.registerHooks?.({
  load(url, context, nextLoad) {
    const result = nextLoad(url, context);
    if (!/^module/.test(result.format) || result.source == null) return result;
    const source = () =>
      typeof result.source === 'string' ? result.source : new TextDecoder().decode(result.source);
    const call = 'globalThis[Symbol.for(' + JSON.stringify(__dirname) + ')]';
    if (isChanged(url)) return { ...result, source: call + '(); ' + source().replace(/^#!/, '//') };
    if (!url.startsWith('file:') || !isJudgePackage(url)) return result;
    const own = JSON.stringify(url);
    return {
      ...result,
      source: source() + '\n;import * as $kept from ' + own + ';' + call + '($kept, ' + own + ');',
    };
  },
});
const { runInThisContext, runInContext, compileFunction, Script } = vm;
const realmOf = (context) => runInContext('globalThis', context);
vm.runInThisContext = (code, options) => {
  if (isChanged(options?.filename)) lockJudges(globalThis);
  return runInThisContext(code, options);
};
vm.Script = class extends Script {
  #file;
  constructor(code, options) {
    super(code, options);
    this.#file = options?.filename;
  }
  runInContext(context, options) {
    if (isChanged(this.#file)) lockJudges(realmOf(context));
    return super.runInContext(context, options);
  }
};
vm.compileFunction = (code, params, options) => {
  if (isChanged(options?.filename))
    lockJudges(options.parsingContext === undefined ? globalThis : realmOf(options.parsingContext));
  return compileFunction(code, params, options);
};
