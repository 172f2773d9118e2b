import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GenericContainer } from 'testcontainers';
import { cacheDirectory } from '../artifacts.mjs';
import { interruption } from '../interruption.ts';
import { stageServerImages } from './server-images.ts';

/**
 * For a machine whose container engine can pull nothing: builds the four images from the download cache on a base image
 * that is there (with a C library and a Java 17 runtime), and prints the variables that make the stack use them.
 */
const [base] = process.argv.slice(2);
if (base === undefined) {
  console.error('usage: node infra/local/src/container/build-images.ts <base image with Java 17>');
  process.exit(2);
}

const staging = mkdtempSync(join(tmpdir(), 'fundlens-images-'));
try {
  const images = stageServerImages(staging, {
    dataDirectory: staging,
    logsDirectory: staging,
    recordsDirectory: join(staging, 'run'),
    cache: cacheDirectory(process.env),
    environment: process.env,
    report: (line) => console.error(line),
    signal: interruption(),
  });
  for await (const { variable, tag, folder } of images) {
    await GenericContainer.fromDockerfile(folder)
      .withBuildArgs({ BASE_IMAGE: base })
      .build(tag, { deleteOnExit: false });
    console.log(`export ${variable}=${tag}`);
  }
} finally {
  rmSync(staging, { recursive: true, force: true });
}
