import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Engine } from '../../infra/docker/engine.ts';
import { type Manifest, renderFolder } from '../../infra/deploy/rendered-manifests.ts';
import { eventually } from '../harness/waiting.ts';
import { NETWORK } from './compose-system.ts';
import { ROOT } from './images-under-test.ts';

const READY_MS = 60_000;
const FOLDER = join(ROOT, '.fundlens/kube-play');

type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
type Container = {
  readonly name: string;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly limits: { readonly memory: string } };
} & Partial<Readonly<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>>>;

/** A pod that runs. */
export type PlayedPod = {
  readonly name: string;
  /** Of its one container. */
  readonly container: string;
  /** `http://address:port` of a port by its name. */
  addressOf(port: string): string;
  readonly gracePeriodSeconds: number;
};

/**
 * The overlay for one machine as `kubectl kustomize` renders it, with the addresses of the Compose system's servers: everything else
 * is what a cluster gets.
 */
export function renderForPlay({ tag, isStandIn }: { readonly tag: string; readonly isStandIn: boolean }): Manifest[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const merge = (name: string, literals: readonly string[]) => ({ name, behavior: 'merge', literals });
  const overlay = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: ['../../infra/deploy/overlays/local'],
    images: ['projector', 'query', 'operator'].map((name) => ({
      name: `localhost/fundlens-${name}`,
      newTag: tag,
    })),
    configMapGenerator: [
      merge('fundlens-events', ['SCHEMA_REGISTRY_URL=http://registry:8080/apis/ccompat/v7']),
      ...(isStandIn ? [merge('fundlens-projector', ['MONGODB_STAND_IN_INDEXES=true'])] : []),
    ],
  };
  writeFileSync(join(FOLDER, 'kustomization.yaml'), stringify(overlay));
  return renderFolder(FOLDER);
}

/** The secrets that the manifests name, as `podman kube play` finds them. */
export function createSecrets(engine: Engine, isStandIn: boolean): void {
  const mongodb = `mongodb://mongodb:27017/?${isStandIn ? 'directConnection=true' : 'replicaSet=fundlens'}`;
  const servers = { MONGODB_URL: mongodb, REDIS_URL: 'redis://redis:6379' };
  const key = () => randomBytes(48).toString('base64');
  const secrets = {
    'fundlens-projector': servers,
    'fundlens-query': { ...servers, CURSOR_SECRET: key(), LINK_SECRET: key() },
    'fundlens-operator': { MONGODB_URL: mongodb },
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, values] of Object.entries(secrets)) {
    const encoded = Object.entries(values).map(([option, value]) => [option, Buffer.from(value).toString('base64')]);
    const file = join(FOLDER, `${name}.json`);
    writeFileSync(file, JSON.stringify(Object.fromEntries(encoded)), { mode: 0o600 });
    engine.succeeds(['secret', 'rm', name]);
    engine.run(['secret', 'create', name, file]);
    rmSync(file);
  }
}

/** Runs the pods of a manifest with its ConfigMaps, on the network of the Compose system. */
export function play(engine: Engine, manifests: readonly Manifest[], wanted: Manifest): string {
  const file = join(FOLDER, `${wanted.metadata.name}.yaml`);
  const configMaps = manifests.filter(({ kind }) => kind === 'ConfigMap');
  writeFileSync(file, [...configMaps, wanted].map((each) => stringify(each)).join('---\n'));
  engine.run(['kube', 'play', '--replace', '--network', NETWORK, file]);
  return file;
}

/** The one pod that was made of a manifest. */
export function podOf(engine: Engine, { kind, metadata, spec }: Manifest): PlayedPod {
  const podSpec = kind === 'Pod' ? spec : spec.template.spec;
  const [container] = podSpec.containers as readonly Container[];
  const name = engine.run(['pod', 'ps', `--filter=name=${metadata.name}`, '--format={{.Name}}']);
  const infra = engine.run(['pod', 'inspect', '--format={{.InfraContainerID}}', name]);
  const networks = JSON.parse(
    engine.run(['inspect', '--format={{json .NetworkSettings.Networks}}', infra]),
  ) as Readonly<Record<string, { readonly IPAddress: string }>>;
  const ports = new Map(container?.ports?.map(({ name: port, containerPort }) => [port, containerPort]));
  return {
    name,
    container: `${name}-${container?.name}`,
    addressOf: (port) => `http://${networks[NETWORK]?.IPAddress}:${ports.get(port)}`,
    gracePeriodSeconds: Number(podSpec.terminationGracePeriodSeconds),
  };
}

/** Asks as the kubelet does: the startup probe until it succeeds, then the two others. */
export async function untilProbesSucceed(pod: PlayedPod, { spec }: Manifest): Promise<string[]> {
  const [container] = spec.template.spec.containers as readonly Container[];
  const asked: string[] = [];
  for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
    const probe = container?.[name];
    if (probe === undefined) continue;
    const { path, port } = probe.httpGet;
    const succeeds = async () => (await fetch(`${pod.addressOf(port)}${path}`)).ok;
    await eventually(succeeds, { what: `${name} of ${pod.name}`, deadlineMs: READY_MS });
    asked.push(name);
  }
  return asked;
}

/** One run of the command of a CronJob, as a job of a cluster makes it: its exit status and what it wrote. */
export function playOnce(engine: Engine, manifests: readonly Manifest[], { metadata, spec }: Manifest) {
  const name = `${metadata.name}-once`;
  const pod: Manifest = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: spec.jobTemplate.spec.template.spec,
  };
  const file = play(engine, manifests, pod);
  try {
    const [container] = pod.spec.containers as readonly Container[];
    const id = `${name}-${container?.name}`;
    const status = Number(engine.run(['wait', id]));
    return { status, output: engine.run(['logs', id]) };
  } finally {
    engine.run(['kube', 'down', file]);
  }
}

export function removePlayed(engine: Engine): void {
  for (const pod of engine.run(['pod', 'ps', '--filter=name=^fundlens-', '--format={{.Name}}']).split('\n')) {
    if (pod !== '') engine.run(['pod', 'rm', '--force', pod]);
  }
}
