import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

/** As far as the checks read them. */
export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own; the schema of the kind has checked it.
  readonly spec?: any;
};

const SCHEMAS: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': monitoring,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

type Model = new (data: unknown) => { validate(): void };

/** Whether this machine can render: kubectl brings Kustomize. */
export function canRender(): boolean {
  try {
    execFileSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function render(overlay: string): Manifest[] {
  return renderFolder(fileURLToPath(new URL(`overlays/${overlay}`, import.meta.url)));
}

export function renderFolder(folder: string): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** @throws with the path of what the schema of its kind refuses */
export function validate(manifest: Manifest): void {
  const { apiVersion, kind } = manifest;
  const found = Object.entries(SCHEMAS[apiVersion] ?? {}).find(([name]) => name === kind)?.[1] as Model | undefined;
  if (found === undefined) throw new Error(`no schema of ${apiVersion} ${kind}`);
  new found(manifest).validate();
}
