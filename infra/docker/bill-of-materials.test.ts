import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { billOfMaterials, type LockFile } from './bill-of-materials.ts';
import { shippedPackages } from './shipped-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
const billOf = (service: string) => {
  const packages = shippedPackages(root, `services/${service}`);
  return billOfMaterials({ service, version: '1.2.3', nodeVersion: '24.0.0', packages, lock });
};

describe.each(['projector', 'query', 'ingest-highlevel', 'operator'])('the image of the %s', (service) => {
  const bill = billOf(service);
  const names = bill.components.map((each) => ('group' in each ? `${each.group}/${each.name}` : each.name));

  it('holds what its programs import, and nothing of development', () => {
    expect(names).toEqual(expect.arrayContaining(['mongodb', 'zod', 'pino']));
    for (const absent of ['testcontainers', 'vitest', 'typescript', 'esbuild', 'fast-check']) {
      expect(names).not.toContain(absent);
    }
    expect(names.includes('koa')).toBe(service === 'query');
    expect(names.includes('kafkajs')).toBe(service !== 'query');
  });

  it('has a bill of materials with the checksum of each package, and each reference in it exists', () => {
    const libraries = bill.components.filter(({ type }) => type === 'library');
    expect(libraries.filter((each) => !('hashes' in each))).toEqual([]);
    const references = new Set([bill.metadata.component, ...bill.components].map((each) => each['bom-ref']));
    expect(references.size).toBe(bill.components.length + 1);
    const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((reference) => !references.has(reference))).toEqual([]);
  });
});
