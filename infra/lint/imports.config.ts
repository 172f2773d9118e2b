import { readFileSync } from 'node:fs';
import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';
import { folderOrderRules } from './folder-order.ts';
import { forbidden, npm, PRODUCT, product, TEST_SUPPORT } from './import-rule.ts';

/** The import boundaries, each named once. `npm run lint` checks them; `test/lint` shows that each of them can fail. */

const COMPOSITION_ROOTS = '^services/[^/]+/src/(.*/|)composition-root\\.ts$';

const packages: IForbiddenRuleType[] = [
  forbidden('services-apart', 'Services meet only in MongoDB: each is deployed and scaled alone.', {
    from: product('^services/([^/]+)/src/'),
    to: { path: '^services/', pathNot: '^services/$1/' },
  }),
  forbidden('shared-below-services', 'A shared package serves every service and knows none.', {
    from: product('^shared/'),
    to: { path: '^services/' },
  }),
  forbidden(
    'ingest-knows-the-contract',
    'An adapter of an upstream knows the contract and the runtime, nothing of what reads.',
    {
      from: product('^services/ingest-[^/]+/src/'),
      to: { path: '^shared/', pathNot: ['^shared/(contracts|runtime|redaction)/'] },
    },
  ),
  forbidden('infrastructure-apart', 'Services do not know what starts, builds or checks them.', {
    from: product(),
    to: { path: '^infra/' },
  }),
  forbidden('test-support-apart', 'Test support is not shipped.', {
    from: product(),
    to: { path: [...TEST_SUPPORT, '^test/'] },
  }),
];

/** Which shared packages each shared package may import. */
const SHARED_PACKAGES = {
  client: [],
  runtime: [],
  redaction: ['runtime'],
  'redis-client': ['runtime'],
  contracts: ['runtime', 'redaction'],
  'read-models': ['runtime', 'contracts'],
  'credit-reports': ['runtime', 'redaction', 'read-models'],
  dashboards: ['runtime', 'read-models'],
  projection: ['runtime', 'redaction', 'read-models', 'contracts', 'credit-reports', 'dashboards'],
};

const sharedPackages = Object.entries(SHARED_PACKAGES).map(([name, imports]) =>
  forbidden(
    'shared-one-way',
    'Shared packages import one way: runtime ← redaction, redis-client ← contracts ← read-models ← credit-reports, dashboards ← projection.',
    {
      from: product(`^shared/${name}/src/`),
      to: { path: '^shared/', pathNot: [name, ...imports].map((allowed) => `^shared/${allowed}/`) },
    },
  ),
);

/** Client libraries, each with the files that may import it. */
const clients: IForbiddenRuleType[] = [
  forbidden('mongodb', 'The MongoDB driver stays in writer/, queries/, stores and composition roots.', {
    from: product(PRODUCT, [
      '^shared/read-models/src/',
      '^shared/runtime/src/mongodb-(client|errors)\\.ts$',
      '^shared/projection/src/writer/',
      '^services/query/src/queries/',
      '-store\\.ts$',
      COMPOSITION_ROOTS,
    ]),
    to: npm('mongodb'),
  }),
  forbidden(
    'mongodb-values',
    'Read models are pure: they know types of the MongoDB driver; only their stores use it.',
    {
      from: product('^shared/read-models/src/', ['store\\.ts$']),
      to: { ...npm('mongodb'), dependencyTypesNot: ['type-only'] },
    },
  ),
  forbidden('redis', 'ioredis stays in shared/redis-client, BullMQ in dashboards/bullmq-*.ts.', {
    from: product(PRODUCT, [
      '^shared/redis-client/src/redis-client\\.ts$',
      '^services/projector/src/dashboards/bullmq-[^/]+\\.ts$',
    ]),
    to: npm('ioredis', 'bullmq'),
  }),
  forbidden('kafka', 'KafkaJS stays behind its port: contracts, log/kafka-*.ts and composition roots.', {
    from: product(PRODUCT, [
      '^shared/contracts/src/',
      '^shared/projection/src/log/kafka-[^/]+\\.ts$',
      '^services/(projector|operator)/src/(.*/|)composition-root\\.ts$',
    ]),
    to: npm('kafkajs', '@kafkajs'),
  }),
];

const WILDCARDS: Readonly<Record<string, string>> = { '**/': '(.*/|)', '**': '.*', '*': '[^/]*', '.': '\\.' };

function globPattern(glob: string): string {
  return `^${glob.replace(/\*\*\/|\*\*|\*|\./g, (token) => WILDCARDS[token] ?? token)}$`;
}

/** The files of pure code: those for which biome.json forbids the globals. */
function pureFiles() {
  const { overrides } = JSON.parse(readFileSync(new URL('../../biome.json', import.meta.url), 'utf8')) as {
    overrides: { includes: string[]; linter: { rules: { style?: { noRestrictedGlobals?: unknown } } } }[];
  };
  const globs = overrides.find(({ linter }) => linter.rules.style?.noRestrictedGlobals !== undefined)?.includes;
  if (globs === undefined) throw new Error('biome.json names no pure code: no override has noRestrictedGlobals.');
  return {
    path: globs.filter((glob) => !glob.startsWith('!')).map(globPattern),
    pathNot: globs.filter((glob) => glob.startsWith('!')).map((glob) => globPattern(glob.slice(1))),
  };
}

const layers: IForbiddenRuleType[] = [
  forbidden('pure', 'Pure code takes clients, the clock and the environment as data or functions.', {
    from: pureFiles(),
    to: {
      path: [
        npm('koa', '@koa', 'pino', 'prom-client', 'testcontainers').path,
        '^(fs|net|tls|http|https|http2|dns|child_process|worker_threads|process|timers|os)(/|$)',
      ],
    },
  }),
  forbidden('query-layers', 'Routes call queries, never back; stores know nothing of HTTP.', {
    from: product(['^services/query/src/queries/', '^services/query/src/.*-store\\.ts$']),
    to: { path: [npm('koa', '@koa').path, '^services/query/src/(routes|middleware)/'] },
  }),
];

const graph: IForbiddenRuleType[] = [
  ...folderOrderRules,
  forbidden('no-circles', 'Files that import each other, be it their types, can only be read and changed together.', {
    from: {},
    to: { circular: true },
  }),
  forbidden('resolvable', 'A path that leads nowhere would escape every other rule.', {
    from: product(),
    to: { couldNotResolve: true },
  }),
];

const configuration: IConfiguration = {
  forbidden: [...packages, ...sharedPackages, ...clients, ...layers, ...graph],
  options: {
    // TypeScript 7 has no JavaScript API; SWC reads the syntax alone, which is all that this needs.
    parser: 'swc',
    doNotFollow: { path: ['(^|/)node_modules/', '(^|/)dist/', '^(infra|test)/', ...TEST_SUPPORT] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};

export default configuration;
