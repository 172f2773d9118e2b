import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FatalError } from '@fundlens/runtime/errors';

/** SHA-256 of a file as lower-case hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @throws FatalError `checksum_mismatch` */
export async function verifyChecksum(file: string, expected: string): Promise<void> {
  const actual = await sha256Of(file);
  if (actual === expected) return;
  throw new FatalError(
    'checksum_mismatch',
    `${basename(file)} has the SHA-256 ${actual}, expected ${expected}. It is not what this version was tested with; nothing of it was kept.`,
  );
}

/** Lines of `<sha256>  <name>`, as sha256sum writes them, as a map from name to checksum. */
export function parseManifest(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const match = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line);
      if (match?.[1] === undefined || match[2] === undefined)
        throw new FatalError('manifest_damaged', `not a line of a manifest: ${line}`);
      return [match[2], match[1]];
    }),
  );
}

/**
 * Every file of the manifest is there with its checksum, and no other file is.
 * @throws FatalError `checksum_mismatch` or `manifest_mismatch`
 */
export async function verifyManifest(directory: string, manifest: ReadonlyMap<string, string>): Promise<void> {
  const present = new Set(readdirSync(directory));
  const missing = [...manifest.keys()].filter((name) => !present.has(name));
  const surplus = [...present].filter((name) => !manifest.has(name));
  if (missing.length > 0 || surplus.length > 0) {
    throw new FatalError(
      'manifest_mismatch',
      `the download is not the expected set of files (missing: ${missing.join(', ') || 'none'}; not expected: ${surplus.join(', ') || 'none'})`,
    );
  }
  for (const [name, expected] of manifest) await verifyChecksum(join(directory, name), expected);
}
