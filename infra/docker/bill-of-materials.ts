import type { ShippedPackage } from './shipped-packages.ts';

/** The part of `package-lock.json` that is read: an entry per folder. */
export type LockFile = { readonly packages: Readonly<Record<string, { readonly integrity?: string }>> };

export type Bundle = {
  readonly service: string;
  readonly version: string;
  readonly nodeVersion: string;
  readonly packages: readonly ShippedPackage[];
  readonly lock: LockFile;
};

/**
 * The bill of materials of an image in CycloneDX 1.6: the service, Node, and every registry package that is in the image. The
 * Debian packages are those of the base image, which has a bill of its own under its digest.
 */
export function billOfMaterials({ service, version, nodeVersion, packages, lock }: Bundle) {
  const own = `fundlens-${service}@${version}`;
  const byFolder = new Map(packages.map((each) => [each.folder, refOf(each)]));
  const nested = new Set(packages.flatMap(({ requires }) => requires));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name: `fundlens-${service}`, version },
    },
    components: [
      {
        type: 'platform',
        'bom-ref': 'node',
        name: 'node',
        version: nodeVersion,
        purl: `pkg:generic/node@${nodeVersion}`,
      },
      ...packages.map((each) => componentOf(each, lock.packages[each.folder]?.integrity)),
    ],
    dependencies: [
      { ref: own, dependsOn: ['node', ...packages.filter(({ folder }) => !nested.has(folder)).map(refOf)] },
      ...packages.map((each) => ({
        ref: refOf(each),
        dependsOn: each.requires.map((folder) => byFolder.get(folder)).filter((ref) => ref !== undefined),
      })),
    ],
  };
}

function componentOf({ folder, name, version, license }: ShippedPackage, integrity: string | undefined) {
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    'bom-ref': refOf({ folder, name, version }),
    ...(group === undefined ? {} : { group }),
    name: short ?? name,
    version,
    purl: purlOf({ name, version }),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
  };
}

/** The folder too: one version may lie in two places. */
function refOf({ folder, name, version }: Pick<ShippedPackage, 'folder' | 'name' | 'version'>): string {
  return `${name}@${version}|${folder}`;
}

function purlOf({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** An expression such as `(MIT OR CC0-1.0)` has a field of its own; a name that is none of SPDX's goes as text. */
function licenseOf(license: string) {
  if (/[ ()]/.test(license))
    return / (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: { name: license } };
  return { license: { id: license } };
}

/** From the lock file's `sha512-<base64>`. */
function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  return { alg: algorithm.replace(/^sha/, 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}
