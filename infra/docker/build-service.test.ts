import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildService } from './build-service.ts';
import { shippedPackages } from './shipped-packages.ts';

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

it('makes a module of its own of the thread that renders, for the query service', async () => {
  const service = join(root, 'services/query');
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

it('ships the query service, which shows what the events are, without a Kafka client beside it', async () => {
  const service = join(root, 'services/query');
  const output = await makeOutput(service);
  try {
    await buildService(service, output);
    const loaded = await loadedAtOnce(output, 'main.js');
    const shipped = shippedPackages(root, 'services/query').map(({ name }) => name);
    expect(shipped).toContain('koa');
    for (const client of ['kafkajs', 'avsc', '@kafkajs/confluent-schema-registry']) {
      expect(shipped).not.toContain(client);
      expect(loaded).not.toContain(client);
    }
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});

it('makes a bundle of the command of the service that has no other program', async () => {
  const service = join(root, 'services/operator');
  const output = await makeOutput(service);
  try {
    await buildService(service, output);
    const command = join(output, 'fundlens-command.js');
    expect(await run(command, ['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('dead-letters') });
    const { code, stderr } = await run(command, ['status']);
    expect(code).toBe(2);
    for (const option of ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL']) expect(stderr).toContain(option);
    // Help loads no client of a server: they are most of the time that a command takes to start.
    const loaded = await loadedAtOnce(output, 'fundlens-command.js');
    expect(loaded).toContain('commander');
    for (const client of ['mongodb', 'kafkajs', 'avsc', 'pdf-lib']) expect(loaded).not.toContain(client);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});

/** What the module imports statically, and what those import. */
async function loadedAtOnce(folder: string, module: string, found = new Set<string>()): Promise<Set<string>> {
  const text = await readFile(join(folder, module), 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|export)\s?(?:[^;"'()]*?from )?"([^"]+)";$/gm)) {
    if (found.has(name)) continue;
    found.add(name);
    if (name.startsWith('./')) await loadedAtOnce(folder, name, found);
  }
  return found;
}

async function makeOutput(service: string): Promise<string> {
  const dist = join(service, 'dist');
  await mkdir(dist, { recursive: true });
  return await mkdtemp(join(dist, 'test-'));
}

type Run = { readonly code: number | string | null | undefined; readonly stdout: string; readonly stderr: string };

function run(file: string, args: readonly string[] = []): Promise<Run> {
  const options = { env: { PATH: process.env.PATH } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--no-experimental-strip-types', file, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}
