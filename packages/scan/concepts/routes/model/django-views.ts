import { addTo } from '../../../engine/add-to.ts';
import type { ProjectFacts } from '../../../engine/facts.ts';
import type { RouteFact } from '../typescript.ts';
import type { ViewFact } from '../python-views.ts';
import type { FindName } from '../../modules/find-name.ts';

type PlacedView = { readonly file: string; readonly view: ViewFact };

/** What a class answers to: at its address, at that of one of its things, and at those it adds. */
type Answers = {
  readonly list: ReadonlySet<string>;
  readonly one: ReadonlySet<string>;
  readonly actions: NonNullable<ViewFact['actions']>;
};

const LIST: Readonly<Record<string, string>> = { list: 'GET', create: 'POST' };
const ONE: Readonly<Record<string, string>> = {
  retrieve: 'GET',
  update: 'PUT',
  partial_update: 'PATCH',
  destroy: 'DELETE',
};
const ALL = [...Object.keys(LIST), ...Object.keys(ONE)];

/** What the classes of the REST framework do by themselves. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  ModelViewSet: ALL,
  ReadOnlyModelViewSet: ['list', 'retrieve'],
  ListModelMixin: ['list'],
  CreateModelMixin: ['create'],
  RetrieveModelMixin: ['retrieve'],
  UpdateModelMixin: ['update', 'partial_update'],
  DestroyModelMixin: ['destroy'],
  GenericViewSet: [],
  ViewSet: [],
};
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  APIView: [],
  GenericAPIView: [],
  View: [],
  ListAPIView: ['get'],
  CreateAPIView: ['post'],
  RetrieveAPIView: ['get'],
  UpdateAPIView: ['put', 'patch'],
  DestroyAPIView: ['delete'],
  ListCreateAPIView: ['get', 'post'],
  RetrieveUpdateAPIView: ['get', 'put', 'patch'],
  RetrieveDestroyAPIView: ['get', 'delete'],
  RetrieveUpdateDestroyAPIView: ['get', 'put', 'patch', 'delete'],
};
const HARMLESS = /^(?:LoginRequiredMixin|PermissionRequiredMixin|UserPassesTestMixin|object|ABC)$/;
const FARTHEST = 6;

/** Knows the views of a Django project, and turns what is registered for one into the routes it has. */
export class DjangoViews {
  readonly #find: FindName;
  readonly #byName = new Map<string, PlacedView[]>();

  constructor(project: ProjectFacts, find: FindName) {
    this.#find = find;
    for (const [file, { views, isTest }] of project.files)
      for (const view of isTest ? [] : views) addTo(this.#byName, view.name, { file, view });
  }

  /** The routes that a registered view has; the one that was written where its class is not understood. */
  routesOf(file: string, fact: RouteFact): readonly RouteFact[] {
    if (fact.view === undefined) return [fact];
    const { name, isSet } = fact.view;
    const placed = this.#viewAt(file, name);
    if (isSet) return this.#setRoutes(placed, fact);
    const methods = placed === undefined ? undefined : this.#methodsOf(placed, 0);
    if (methods === undefined || methods.size === 0) return [fact];
    return [...methods].map((method) => ({ ...fact, method }));
  }

  #setRoutes(placed: PlacedView | undefined, fact: RouteFact): readonly RouteFact[] {
    const answers = placed === undefined ? undefined : this.#answersOf(placed, 0);
    const all = [...fact.path, '/<pk>'];
    const isKnown =
      answers !== undefined && answers.list.size + answers.one.size + answers.actions.length > 0;
    if (!isKnown) return [fact, { ...fact, path: [...fact.path, '/<path:rest>'] }];
    return [
      ...[...answers.list].map((method) => ({ ...fact, method })),
      ...[...answers.one].map((method) => ({ ...fact, method, path: all })),
      ...answers.actions.flatMap(({ path, isDetail, methods }) =>
        methods.map((method) => ({
          ...fact,
          method,
          path: [...(isDetail ? all : fact.path), ...addedPath(path)],
        })),
      ),
    ];
  }

  #viewAt(file: string, name: string): PlacedView | undefined {
    const short = name.split('.').at(-1) ?? name;
    const all = this.#byName.get(short) ?? [];
    if (all.length <= 1) return all[0];
    const target = this.#find(file, name);
    return target?.kind === 'here' ? all.find((each) => each.file === target.file) : undefined;
  }

  /** Undefined where a class is built on something that is not known. */
  #answersOf({ file, view }: PlacedView, steps: number): Answers | undefined {
    const names = new Set(view.methods.filter((each) => ALL.includes(each)));
    const actions = [...(view.actions ?? [])];
    for (const base of view.bases ?? []) {
      const known = SETS[base.split('.').at(-1) ?? ''];
      if (known !== undefined) for (const each of known) names.add(each);
      else if (!HARMLESS.test(base.split('.').at(-1) ?? '')) {
        const above = steps < FARTHEST ? this.#viewAt(file, base) : undefined;
        const inherited =
          above === undefined || above.view === view ? undefined : this.#answersOf(above, steps + 1);
        if (inherited === undefined) return undefined;
        for (const [word, method] of Object.entries(LIST)) if (inherited.list.has(method)) names.add(word);
        for (const [word, method] of Object.entries(ONE)) if (inherited.one.has(method)) names.add(word);
        actions.push(...inherited.actions);
      }
    }
    const isAllowed = (method: string): boolean => view.only === undefined || view.only.includes(method);
    const of = (words: Readonly<Record<string, string>>): ReadonlySet<string> =>
      new Set(
        Object.entries(words)
          .filter(([word, method]) => names.has(word) && isAllowed(method))
          .map(([, method]) => method),
      );
    return { list: of(LIST), one: of(ONE), actions };
  }

  #methodsOf({ file, view }: PlacedView, steps: number): ReadonlySet<string> | undefined {
    if (view.bases === undefined) return new Set(view.methods);
    const methods = new Set(view.methods.filter((each) => HTTP.test(each)).map((each) => each.toUpperCase()));
    // It decides for itself, or does not say.
    if (view.methods.includes('dispatch')) return undefined;
    for (const base of view.bases) {
      const short = base.split('.').at(-1) ?? '';
      const known = VIEWS[short] ?? (HARMLESS.test(short) ? [] : undefined);
      const above = known !== undefined || steps >= FARTHEST ? undefined : this.#viewAt(file, base);
      const inherited =
        known?.map((each) => each.toUpperCase()) ??
        (above === undefined || above.view === view ? undefined : this.#methodsOf(above, steps + 1));
      if (inherited === undefined) return undefined;
      for (const each of inherited) methods.add(each);
    }
    return view.only === undefined
      ? methods
      : new Set([...methods].filter((each) => view.only?.includes(each)));
  }
}

const HTTP = /^(?:get|post|put|patch|delete)$/;

/** A path that an action adds: plain, or a pattern with names in it. */
function addedPath(path: string): readonly (string | { readonly hole: string })[] {
  const plain = path.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, '<$1>').replaceAll(/[\^$]/g, '');
  return /[()*+?[\]|\\]/.test(plain) ? [`/`, { hole: 'pattern' }] : [`/${plain}`];
}
