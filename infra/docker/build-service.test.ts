import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { buildService } from './build-service.ts';
import { shippedPackages } from './shipped-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('makes a bundle that starts without TypeScript and names what is not configured', async () => {
  const { code, stderr } = await run(join(await built('projector'), 'main.js'));
  expect(code).toBe(1);
  for (const option of ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL']) expect(stderr).toContain(option);
  expect(stderr).not.toContain('ERR_');
});

it('makes a bundle of the query service without a Kafka client beside it, and a module of its own of the thread that renders', async () => {
  const output = await built('query');
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
  const loaded = await loadedAtOnce(output, 'main.js');
  const shipped = shippedPackages(root, 'services/query').map(({ name }) => name);
  expect(shipped).toContain('koa');
  for (const client of ['kafkajs', 'avsc', '@kafkajs/confluent-schema-registry']) {
    expect(shipped).not.toContain(client);
    expect(loaded).not.toContain(client);
  }
});

it('makes a bundle of the command of the service that has no other program', async () => {
  const output = await built('operator');
  const command = join(output, 'fundlens-command.js');
  expect(await run(command, ['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('dead-letters') });
  const { code, stderr } = await run(command, ['status']);
  expect(code).toBe(2);
  for (const option of ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL']) expect(stderr).toContain(option);
  // Help loads no client of a server: they are most of the time that a command takes to start.
  const loaded = await loadedAtOnce(output, 'fundlens-command.js');
  expect(loaded).toContain('commander');
  for (const client of ['mongodb', 'kafkajs', 'avsc', 'pdf-lib']) expect(loaded).not.toContain(client);
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

/** Inside of the service, so that the bundle finds the installed dependencies as it does in the image. */
async function built(name: string): Promise<string> {
  const service = join(root, 'services', name);
  await mkdir(join(service, 'dist'), { recursive: true });
  const output = await mkdtemp(join(service, 'dist', 'test-'));
  onTestFinished(() => rm(output, { recursive: true, force: true }));
  await buildService(service, output);
  return output;
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
