import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configSchema as operator, readConfig as readOperator } from '@fundlens/operator/config';
import { configSchema as projector, readConfig as readProjector } from '@fundlens/projector/config';
import { configSchema as query, readConfig as readQuery } from '@fundlens/query/config';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Service = {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[];
} & Readonly<Record<string, unknown>>;

const read = (file: string) => readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Readonly<Record<string, Service>> };
const PROGRAMS = {
  projector: { schema: projector, read: readProjector, adminPort: 9_101 },
  query: { schema: query, read: readQuery, adminPort: 9_102 },
  operator: { schema: operator, read: readOperator, adminPort: null },
} as const;
const NAMES = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[];

/** `${NAME:?hint}` is a secret that the person gives. */
function given({ environment = {} }: Service): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => {
    return [name, String(value).replace(/^\$\{\w+:\?.*\}$/, 'a secret of the tests, of enough characters')];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

describe('compose.yaml', () => {
  it.each(NAMES)('gives the %s options that it has, and each that it needs', (name) => {
    const { schema, read: readConfig } = PROGRAMS[name];
    const options = given(services[name] ?? {});
    expect(Object.keys(options).filter((option) => !(option in schema.shape))).toEqual([]);
    expect(() => readConfig(options)).not.toThrow();
  });

  it('publishes ports on the loopback address alone, each once', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([]);
    expect(new Set(ports.map((port) => port.split(':')[1])).size).toBe(ports.length);
  });

  it('names files and services that there are', () => {
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    const files = mounted.filter((volume) => volume.startsWith('.')).map((volume) => volume.split(':')[0] ?? '');
    expect(files.filter((file) => !existsSync(fileURLToPath(new URL(file, import.meta.url))))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    const needed = Object.values(services).flatMap((service) => service.depends_on ?? []);
    expect(needed.filter((name) => !(name in services))).toEqual([]);
  });

  it('has a Prometheus that asks the admin port of each service', () => {
    const { scrape_configs } = parse(read('../observability/prometheus.yaml')) as {
      scrape_configs: readonly { readonly static_configs: readonly { readonly targets: readonly string[] }[] }[];
    };
    const targets = scrape_configs.flatMap((each) => each.static_configs.flatMap((config) => config.targets));
    expect(targets).toEqual(['projector:9101', 'query:9102']);
    for (const name of ['projector', 'query'] as const) {
      expect(services[name]?.ports?.some((port) => port.endsWith(`:${PROGRAMS[name].adminPort}`))).toBe(true);
      expect(services[name]?.environment?.ADMIN_ALLOWED_HOSTS).toBe(name);
    }
  });
});
