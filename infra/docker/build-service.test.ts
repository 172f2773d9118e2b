import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildService } from './build-service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('makes a bundle that starts without TypeScript and names what is not configured', async () => {
  const service = join(root, 'services/projector');
  // Inside of the service, so that the bundle finds the installed dependencies as it does in the image.
  const output = await makeOutput(service);
  try {
    await buildService(service, output);
    const { code, stderr } = await run(join(output, 'main.js'));
    expect(code).toBe(1);
    for (const option of ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL']) expect(stderr).toContain(option);
    expect(stderr).not.toContain('ERR_');
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});

it('makes a module of its own of the thread that renders', async () => {
  const service = join(root, 'services/projector');
  const output = await makeOutput(service);
  try {
    await buildService(service, output);
    const ask = join(output, 'ask.mjs');
    // An answer of any kind tells that the thread has loaded fonts and all: an empty object is no report.
    await writeFile(
      ask,
      `import { Worker } from 'node:worker_threads';
       const thread = new Worker(new URL('./pdf-worker.js', import.meta.url));
       thread.on('message', ({ kind, code }) => { console.error(kind, code); void thread.terminate(); });
       thread.postMessage({ requestId: 'r', pulledAt: 0, bureaus: [], format: 'other', report: Buffer.from('{}') });`,
    );
    expect((await run(ask)).stderr).toContain('invalid not_renderable');
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});

async function makeOutput(service: string): Promise<string> {
  const dist = join(service, 'dist');
  await mkdir(dist, { recursive: true });
  return await mkdtemp(join(dist, 'test-'));
}

function run(file: string): Promise<{ code: number | string | null | undefined; stderr: string }> {
  const options = { env: { PATH: process.env.PATH } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--no-experimental-strip-types', file], options, (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stderr }),
    );
  });
}
