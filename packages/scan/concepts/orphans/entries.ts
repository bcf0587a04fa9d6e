import type { Package } from './packages.ts';

const CODE = String.raw`\.[cm]?[jt]sx?$`;
/** Where a program or a library begins, at the top of its package or of its sources. */
const TOP = new RegExp(
  String.raw`^(?:(?:src|app|lib|server|client|source|electron)\/)*(?:index|main|app|App|server|cli|worker|setup\w*|entry[-.\w]*|bootstrap|polyfills?|preload|background|content|popup|options|sw|service-?worker|middleware|proxy|instrumentation[\w.-]*|root|hooks(?:\.(?:server|client))?|mod|start|run|www|lambda|handler|reportWebVitals|registerServiceWorker|vite-env|global[\w.-]*|data-?source|ormconfig|knexfile|gulpfile|Gruntfile|jest[\w.-]*|webpack[\w.-]*|rollup[\w.-]*|vitest[\w.-]*|metro[\w.-]*|next-env|gatsby-\w+|karma[\w.-]*)${CODE}`,
);
const CONFIGURATION =
  /(?:^|\/)\.[^/]+$|[.-](?:config|conf|setup|rc|d|generated|gen)\.[cm]?[jt]sx?$|[._](?:ios|android|native|web|electron|edge|browser|node|worker|prod|dev)\.[cm]?[jt]sx?$|(?:^|\/)setup[A-Z]?\w*\.[cm]?[jt]sx?$|worker\.[cm]?[jt]s$/i;
/** What is loaded, served or run by where it is. */
const FOLDERS =
  /(?:^|\/)(?:(?:\w+[_-])?migrations?|seeds?|functions|lambdas?|netlify|supabase|vendor|third[_-]party|cypress|e2e|bin|environments?|generated|__generated__|typings|\.[^/]+|hooks\/pre|config|locales?|i18n|lang|deploy|infra|cdk|build|hack|patches|registry|boilerplate|starter|stubs?|workers?)\//i;

/** What a browser asks for by its address, unless another file of the kind imports it. */
const SERVED = /(?:^|\/)(?:public|static|assets|wwwroot)\//i;

/** Whether a file is begun with, or found by a framework, rather than imported. */
export function isEntry(path: string, of: Package, isImported: boolean): boolean {
  const inside = of.folder === '' ? path : path.slice(of.folder.length + 1);
  if (SERVED.test(inside) && !isImported) return true;
  if (TOP.test(inside) || CONFIGURATION.test(inside) || FOLDERS.test(inside)) return true;
  return FRAMEWORKS.some(({ uses, files }) => files.test(inside) && of.has(uses));
}

const FRAMEWORKS: readonly { readonly uses: RegExp; readonly files: RegExp }[] = [
  {
    uses: /^(?:next|vinext|@opennextjs\/.*)$/,
    files:
      /^(?:src\/)?(?:pages\/|app\/(?:.*\/)?(?:page|layout|route|loading|error|not-found|template|default|global-error|global-not-found|opengraph-image|twitter-image|icon|apple-icon|sitemap|robots|manifest|forbidden|unauthorized)\d*\.[jt]sx?$)/,
  },
  {
    uses: /^(?:nuxt|nuxt3|nuxt-edge|@nuxt\/.*)$/,
    files:
      /^(?:app\/|src\/|client\/)?(?:pages|layouts|middleware|plugins|server|composables|utils|stores?|modules|components)\/|(?:^|\/)(?:app|error)\.vue$/,
  },
  { uses: /^@sveltejs\/kit$/, files: /(?:^|\/)\+[^/]+$|(?:^|\/)params\// },
  {
    uses: /^(?:@remix-run\/.*|@react-router\/.*|@tanstack\/.*(?:router|start).*)$/,
    files: /^(?:app|src)\/(?:.*\/)?routes?\/|(?:^|\/)route\w*\.tsx?$/,
  },
  { uses: /^(?:expo-router|expo)$/, files: /^(?:src\/)?app\// },
  {
    uses: /^(?:vite-plugin-pages|unplugin-vue-router|vike|vite-plugin-ssr|umi|@umijs\/.*)$/,
    files: /^(?:.*\/)?pages\//,
  },
  { uses: /^(?:unplugin-vue-components|vite-plugin-components)$/, files: /(?:^|\/)components\/.*\.vue$/ },
  { uses: /^(?:unplugin-auto-import)$/, files: /^(?:src\/)?(?:composables|stores?|utils|hooks)\// },
  { uses: /^(?:@oclif\/core|gluegun)$/, files: /(?:^|\/)(?:commands|hooks|extensions)\// },
  { uses: /^@fastify\/autoload$/, files: /(?:^|\/)(?:routes|plugins|hooks)\// },
  {
    uses: /^(?:electron|wxt|plasmo|webextension-polyfill)$/,
    files: /^(?:src\/)?(?:entrypoints|main|preload|background|contents?)\//,
  },
  { uses: /^(?:vercel|@vercel\/.*)$/, files: /^api\// },
  { uses: /^(?:nitropack|h3|nitro)$/, files: /^(?:server\/)?(?:api|routes|plugins|middleware|tasks)\// },
];
