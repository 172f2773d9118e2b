import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { configSchema as ingest, readConfig as readIngest } from '@fundlens/ingest-highlevel/config';
import { configSchema as operator, readConfig as readOperator } from '@fundlens/operator/config';
import { configSchema as projector, groupIdOf, readConfig as readProjector } from '@fundlens/projector/config';
import { configSchema as query, readConfig as readQuery } from '@fundlens/query/config';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { prometheusRule } from './prometheus-rule.ts';
import { canRender, type Manifest, render, renderFolder, validate } from './rendered-manifests.ts';

const PROGRAMS = {
  projector: { schema: projector, read: readProjector },
  query: { schema: query, read: readQuery },
  operator: { schema: operator, read: readOperator },
  'ingest-highlevel': { schema: ingest, read: readIngest },
} as const;

/** What the secrets of the overlays hold, as the page of deployment has them made. */
const SECRETS: Readonly<Record<keyof typeof PROGRAMS, Readonly<Record<string, string>>>> = {
  projector: { MONGODB_URL: 'mongodb://server', REDIS_URL: 'rediss://server' },
  query: {
    MONGODB_URL: 'mongodb://server',
    REDIS_URL: 'rediss://server',
    CURSOR_SECRET: 'a secret of the tests, for cursors only',
    LINK_SECRET: 'a secret of the tests, for links only',
  },
  operator: { MONGODB_URL: 'mongodb://server' },
  'ingest-highlevel': {
    MONGODB_URL: 'mongodb://server',
    STATE_SECRET: 'a-secret-of-the-tests-for-states',
    HIGHLEVEL_TOKEN: 'pit-of-the-tests',
  },
};
const TIERS = ['projector', 'query', 'operator'] as const;
type Program = keyof typeof PROGRAMS;
const isProgram = (name: string): name is Program => Object.hasOwn(PROGRAMS, name);
const PODS: Readonly<Record<string, readonly (Program | 'projector-generation')[]>> = {
  local: TIERS,
  'example-production': [...TIERS, 'ingest-highlevel'],
  generation: [...TIERS, 'projector-generation'],
};
/** With a service of their own. */
const HTTP = ['fundlens-query', 'fundlens-ingest-highlevel'];
const SECRET_NAME = /PASSWORD|SECRET|TOKEN|MONGODB_URL|REDIS_URL|ACCESS_KEY/;
const PAGE = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const EXPRESSIONS = [
  ...['alerts.yaml', 'recording-rules.yaml'],
  ...['projector', 'query'].map((name) => `grafana/dashboards/${name}.json`),
]
  .map((file) => readFileSync(new URL(`../observability/${file}`, import.meta.url), 'utf8'))
  .join('\n');
/** Kustomize puts a hash of the content behind the name. */
const HASH = /-[a-z0-9]{10}$/;

it('has alert rules that the Prometheus operator takes, and that record what they ask for', () => {
  const manifest = parse(prometheusRule()) as Manifest;
  validate(manifest);
  const { spec } = manifest as { spec: { groups: { rules: { record?: string; expr: string }[] }[] } };
  const rules = spec.groups.flatMap((group) => group.rules);
  const recorded = new Set(rules.map(({ record }) => record));
  const asked = rules.flatMap(({ expr }) => expr.match(/fundlens:\w+:\w+/g) ?? []);
  expect(asked.filter((name) => !recorded.has(name))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
});

// Kustomize comes with kubectl. Without it these checks are skipped: npm ships it only inside of a layer for AWS Lambda, of 36 MB.
describe.skipIf(!canRender()).each(Object.keys(PODS))('the rendered overlay %s', (overlay) => {
  const manifests = canRender() ? render(overlay) : [];
  const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
  const podSpecs = manifests.flatMap((each) => {
    const template = each.spec?.template ?? each.spec?.jobTemplate?.spec.template;
    return template === undefined ? [] : [{ name: each.metadata.name, kind: each.kind, ...template }];
  });
  const configOf = (spec: { containers: { envFrom: { configMapRef?: { name: string } }[] }[] }) => {
    const names = spec.containers.flatMap(({ envFrom }) =>
      envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []),
    );
    const maps = names.map((name) => ofKind('ConfigMap').find(({ metadata }) => metadata.name === name));
    expect(maps).not.toContain(undefined);
    return Object.assign({}, ...maps.map((map) => map?.data)) as Record<string, string>;
  };
  const named = (manifest: Manifest) => manifest.metadata.name.replace(HASH, '');

  it('is what the schemas of Kubernetes, KEDA and the Prometheus operator take', () => {
    for (const manifest of manifests) expect(() => validate(manifest), named(manifest)).not.toThrow();
    expect(podSpecs.map(({ name }) => name).toSorted()).toEqual(
      PODS[overlay]?.map((each) => `fundlens-${each}`).toSorted(),
    );
  });

  it('runs nothing as root, writes nowhere, and bounds memory', () => {
    for (const { spec, metadata } of podSpecs) {
      expect(metadata.labels['app.kubernetes.io/part-of']).toBe('fundlens');
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of spec.containers) {
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.anything() },
          limits: { memory: expect.anything() },
        });
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it.each((PODS[overlay] ?? []).filter(isProgram))(
    'gives the %s options that it has, and each that it needs',
    (name) => {
      const pod = podSpecs.find((each) => each.name === `fundlens-${name}`);
      const config = configOf(pod?.spec);
      const { schema, read } = PROGRAMS[name];
      const known = Object.keys(schema.shape);
      const options = Object.keys(config).map((option) => option.replace(/_FILE$/, ''));
      expect(options.filter((option) => !known.includes(option))).toEqual([]);
      const plain = Object.fromEntries(Object.entries(config).filter(([option]) => !option.endsWith('_FILE')));
      // No secret stands in a ConfigMap.
      expect(Object.keys(plain).filter((option) => SECRET_NAME.test(option))).toEqual([]);
      expect(() => read({ ...plain, ...SECRETS[name] })).not.toThrow();
    },
  );

  it('has the ports that the options name, and time to stop in', () => {
    for (const { spec, name } of podSpecs.filter(({ kind }) => kind === 'Deployment')) {
      const [container] = spec.containers;
      const config = configOf(spec);
      const ports = Object.fromEntries(
        container.ports.map((port: { name: string; containerPort: number }) => [port.name, String(port.containerPort)]),
      );
      expect(ports).toEqual({ admin: config.ADMIN_PORT, ...(HTTP.includes(name) && { http: config.HTTP_PORT }) });
      expect(config.ADMIN_HOST).toBe('0.0.0.0');
      const stopMs = Number(config.DRAIN_MS ?? 0) + 2 * Number(config.STOP_TIMEOUT_MS);
      expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(stopMs);
    }
  });

  it('denies by default, and holds no secret', () => {
    const [denied] = ofKind('NetworkPolicy').filter(({ metadata }) => metadata.name === 'fundlens-default-deny');
    expect(denied?.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'fundlens' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    expect(ofKind('Secret')).toEqual([]);
  });

  it('lets each pod send its traces, which go to port 4318 where no option says otherwise', () => {
    for (const { metadata, name } of podSpecs) {
      const policies = ofKind('NetworkPolicy').filter(({ spec }) => selects(spec.podSelector, metadata.labels));
      const ports = policies.flatMap(({ spec }) =>
        (spec.egress ?? []).flatMap((rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port)),
      );
      if (name !== 'fundlens-operator') expect(ports, name).toContain(4318);
    }
  });

  it('mounts each secret that an option names, under a key that the page has made', () => {
    for (const { spec, name } of podSpecs) {
      const files = Object.entries(configOf(spec)).filter(([option]) => option.endsWith('_FILE'));
      const made = PAGE.split(`secret generic ${name} `)[1]?.split(/kubectl|```/)[0] ?? '';
      for (const [option, file] of files) {
        expect(file).toBe(`/run/secrets/fundlens/${option.replace(/_FILE$/, '')}`);
        expect(made, name).toContain(`--from-literal=${option.replace(/_FILE$/, '')}=`);
      }
    }
  });

  it('gives scraped series the names of jobs that dashboards and alerts ask for', () => {
    expect(ofKind('PodMonitor')).toHaveLength(overlay !== 'example-production' ? 0 : 1);
    for (const { spec, metadata } of ofKind('PodMonitor')) {
      const jobs = podSpecs
        .filter((pod) => selects(spec.selector, pod.metadata.labels))
        .map((pod) => pod.metadata.labels[spec.jobLabel] ?? `a namespace/${metadata.name}`);
      expect(jobs.toSorted()).toEqual(['fundlens-ingest-highlevel', 'fundlens-projector', 'fundlens-query']);
      // A name is a pattern of itself.
      for (const [, job = ''] of EXPRESSIONS.matchAll(/job=~?\\?"([^"\\]+)/g)) {
        const asked = new RegExp(`^(${job})$`);
        expect(jobs.filter((each) => asked.test(each)).length, job).toBeGreaterThan(0);
      }
    }
  });

  it('scales the projector by the lag of its group up to the partitions', () => {
    const partitions = Number(
      projector.shape.TOPIC_PARTITIONS.parse(
        ofKind('ConfigMap').find((each) => named(each) === 'fundlens-projector')?.data?.TOPIC_PARTITIONS,
      ),
    );
    expect(ofKind('ScaledObject')).toHaveLength(overlay === 'example-production' ? 1 : 0);
    for (const { spec } of ofKind('ScaledObject')) {
      // A partition that waits keeps its lag, however many projectors there are.
      for (const { metadata } of spec.triggers) expect(metadata).toMatchObject({ excludePersistentLag: 'true' });
      expect(spec.maxReplicaCount).toBeLessThanOrEqual(partitions);
      const { crm, funding } = topicNames();
      const read = spec.triggers.map(({ metadata }: { metadata: Record<string, string> }) => [
        metadata.topic,
        metadata.consumerGroup,
      ]);
      const given = { TOPIC_PREFIX: '', MONGODB_DATABASE: projector.shape.MONGODB_DATABASE.parse(undefined) };
      const changes = groupIdOf(given, 'changes');
      expect(read).toEqual([crm, funding].map((topic) => [topic, changes]));
    }
  });
});

type LabelSelector = {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
};

/** As Kubernetes does; the expressions of these manifests are all `In`. */
function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Record<string, string>): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

it.skipIf(!canRender())(
  'a second projector, where the example has it, is as the first, with its secrets in files too',
  () => {
    const folder = temporaryDirectory();
    cpSync(new URL('overlays/example-production', import.meta.url), folder, { recursive: true });
    const file = join(folder, 'kustomization.yaml');
    const added = readFileSync(file, 'utf8').replace(
      '# - ../../components/generation',
      '- ../../components/generation',
    );
    writeFileSync(file, added.replaceAll('../../', `${relative(folder, import.meta.dirname)}/`));
    const manifests = renderFolder(folder);
    const [first, second] = ['fundlens-projector', 'fundlens-projector-generation'].map(
      (name) => manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)?.spec,
    );
    expect(second?.replicas).toBe(2);
    const { containers, volumes } = second.template.spec;
    const { env, ...container } = containers[0];
    expect(env).toEqual([{ name: 'GENERATION', value: '2' }]);
    expect({ containers: [container], volumes }).toEqual({
      containers: first.template.spec.containers,
      volumes: first.template.spec.volumes,
    });
  },
);

describe.skipIf(!canRender())('the HighLevel adapter with an OAuth app', () => {
  it('has one pod, which keeps a renewed refresh token until the secret has a new one', () => {
    // As an overlay that adds the component.
    const folder = temporaryDirectory();
    const at = (path: string) => relative(folder, join(import.meta.dirname, path));
    const kustomization = {
      resources: [at('base')],
      components: [at('components/ingest-highlevel'), at('components/ingest-highlevel-oauth')],
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    const { spec } = renderFolder(folder).find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'fundlens-ingest-highlevel',
    ) as Manifest;
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    const [first] = spec.template.spec.initContainers;

    // What the pod does first, with its paths in a folder of the test.
    const tokens = join(folder, 'tokens');
    mkdirSync(tokens);
    const [, , script] = first.command as string[];
    const start = (seed: string) => {
      writeFileSync(join(folder, 'seed'), seed);
      execFileSync(process.execPath, ['-e', script ?? '', join(folder, 'seed'), join(tokens, 'refresh-token')]);
      return readFileSync(join(tokens, 'refresh-token'), 'utf8');
    };
    expect(start('one')).toBe('one');
    writeFileSync(join(tokens, 'refresh-token'), 'renewed');
    expect(start('one')).toBe('renewed');
    expect(start('a new one of the secret')).toBe('a new one of the secret');
  });
});
