import type { IForbiddenRuleType } from 'dependency-cruiser';
import { forbidden, product } from './import-rule.ts';

/**
 * The order of the folders inside a package, topmost first: a folder imports those below it, never one above. A new folder
 * takes its place here; until it has one, the linter refuses it.
 */
export type FolderOrder = {
  /** Files of `src/` itself that put the folders together. No folder imports them; the other files of `src/` are the base. */
  readonly roots: readonly string[];
  /** Folders of `src/`, and single files that lie elsewhere in the order than the folder that they are in. */
  readonly layers: readonly string[];
};

export const FOLDER_ORDERS: Readonly<Record<string, FolderOrder>> = {
  'shared/contracts': {
    roots: [],
    layers: [
      'reference',
      'publishing',
      'schemas',
      'kafka',
      'wire',
      'validation.ts',
      'event-defaults.ts',
      'event-state.ts',
      'event-types.ts',
      'events',
      'definition',
    ],
  },
  'shared/read-models': {
    roots: ['definitions.ts', 'store.ts', 'store-indexes.ts'],
    layers: [
      'deals',
      'locations',
      'contacts',
      'companies',
      'deal-pipelines',
      'credentials',
      'credit-reports',
      'dashboards',
    ],
  },
  'shared/projection': {
    roots: [],
    layers: [
      'status',
      'replay',
      'consumer',
      'writer',
      'dead-letters',
      'erasures',
      'fold',
      'projections',
      'generations',
      'health',
      'log',
    ],
  },
  'shared/redaction': {
    roots: [
      'redact-command.ts',
      'inspect-file.ts',
      'findings.ts',
      'redact-event.ts',
      'custom-fields.ts',
      'redact-text.ts',
      'redact-json-text.ts',
      'reading.ts',
    ],
    layers: ['corpus', 'evidence', 'index', 'unfold'],
  },
  'services/projector': {
    roots: ['main.ts', 'succession.ts', 'composition-root.ts'],
    layers: ['status-page', 'replays', 'dashboards', 'health'],
  },
  'services/ingest-highlevel': {
    roots: ['main.ts', 'backfill-command.ts', 'composition-root.ts', 'config.ts'],
    layers: ['receiver', 'sweeps', 'crm-api', 'webhooks', 'mapping', 'marks'],
  },
  'services/operator': {
    roots: ['fundlens-command.ts', 'command-line.ts'],
    layers: ['audit', 'explain', 'erase', 'generations', 'verify', 'dead-letters'],
  },
  'services/query': {
    roots: ['main.ts', 'composition-root.ts', 'app.ts', 'health.ts', 'process-gauges.ts'],
    layers: [
      'server',
      'documentation',
      'openapi',
      'links',
      'middleware/request-lifecycle.ts',
      'access-log.ts',
      'middleware',
      'routes',
      'quota',
      'audit',
      'freshness',
      'credentials',
      'queries',
    ],
  },
};

function isFile(layer: string): boolean {
  return layer.endsWith('.ts');
}

function orderRules([name, { roots, layers }]: [string, FolderOrder]): IForbiddenRuleType[] {
  const files = (layer: string) => `^${name}/src/${isFile(layer) ? `${layer.replace('.', '\\.')}$` : `${layer}/`}`;
  const ordered = [...roots, ...layers];
  const singleFiles = ordered.filter(isFile).map(files);
  const down = layers.flatMap((layer, index) => {
    const place = roots.length + index;
    if (place === 0) return [];
    const sides = {
      from: product(files(layer), isFile(layer) ? [] : singleFiles),
      // A file with a place of its own does not count as a file of its folder.
      to: { path: ordered.slice(0, place).map(files), pathNot: ordered.slice(place).filter(isFile).map(files) },
    };
    return forbidden('folder-order', `Imports between folders point down: ${layers.join(', ')}.`, sides);
  });
  return [
    ...down,
    forbidden(
      'folder-order',
      'The files of src/ are the base of its folders, unless the order gives them another place.',
      {
        from: product(`^${name}/src/[^/]+\\.ts$`, singleFiles),
        to: { path: [`^${name}/src/[^/]+/`, ...singleFiles] },
      },
    ),
    forbidden('folder-place', 'A new folder takes its place in infra/lint/folder-order.ts.', {
      from: product(`^${name}/src/[^/]+/`, ordered.map(files)),
      to: {},
    }),
  ];
}

export const folderOrderRules = Object.entries(FOLDER_ORDERS).flatMap(orderRules);
