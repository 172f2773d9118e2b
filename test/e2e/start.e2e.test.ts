import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DemoTokens } from '@fundlens/local/demo/tokens';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Run as from a shell. */
const shell = async (line: string) => (await run('sh', ['-c', line], { cwd: root })).stdout;

const dataDirectory = temporaryDirectory();
let takenPort: Server;
beforeAll(async () => {
  takenPort = createServer().listen(0, '127.0.0.1');
  await once(takenPort, 'listening');
});

const running = new Set<ChildProcess>();
/** A test that failed half-way leaves its system running; servers and services end with it. */
afterEach(() => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});
afterAll(() => void takenPort.close());

type Started = {
  child: ChildProcess;
  output: () => string;
  curls: string[];
  publish: string;
  samples: string;
  status: string;
  ended: Promise<unknown>;
};

/** `npm start`, up to the block at its end. */
async function start(environment: Record<string, string> = {}): Promise<Started> {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      DEMO_SCALE: 'small',
      LIVE_CHANGES_PER_SECOND: '5',
      LOCAL_DATA_DIRECTORY: dataDirectory,
      API_PORT: String((takenPort.address() as { port: number }).port),
      ...environment,
    },
    // A group of its own, so that a Ctrl-C can be sent to all of it, as a terminal does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const ended = once(child, 'close').then(() => running.delete(child));
  const isUp = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Start over')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then(() => reject(new Error(`npm start ended:\n${output}`)));
  });
  await isUp;
  console.log(`npm start: ready after ${/ready after ([\d.]+) s, /.exec(output)?.[1]} s`);
  const lines = output.split('\n').map((line) => line.trim());
  return {
    child,
    output: () => output,
    ended,
    curls: lines.filter((line) => line.startsWith('curl ')),
    publish: lines.find((line) => line.includes('npm run publish')) ?? '',
    samples: lines.find((line) => line.startsWith('. ')) ?? '',
    status: lines.find((line) => line.startsWith('Operate '))?.replace(/^Operate +/, '') ?? '',
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
}

type Process = { readonly pid: number; readonly args: string };

async function processes(): Promise<(Process & { readonly parent: number })[]> {
  const lines = (await shell('ps -eo pid=,ppid=,stat=,args=')).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, state, args = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // One that only waits to be reaped is none.
    return state === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
  });
}

/** Everything that was started by it: shells, the runner, servers and services. */
async function startedBy(child: ChildProcess): Promise<Process[]> {
  const all = await processes();
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...below(each.pid)]);
  return below(child.pid ?? 0);
}

async function untilNothingRuns(started: readonly Process[]): Promise<void> {
  const pids = new Set(started.map(({ pid }) => pid));
  const alive = async () => (await processes()).filter(({ pid }) => pids.has(pid)).map(({ args }) => args);
  await expect.poll(alive, { timeout: 30_000 }).toEqual([]);
}

test('a newcomer starts everything, pastes the commands, publishes a change, and ends it without leftovers', async () => {
  const system = await start();
  expect(system.output()).toContain('is taken, the API gets');

  const answers = await Promise.all(system.curls.map(answer));
  const envelope = { data: expect.anything(), requestId: expect.stringMatching(/^req_/) };
  for (const [index, each] of answers.entries()) expect(each, system.curls[index]).toEqual(envelope);
  const answerTo = (path: string) => answers[system.curls.findIndex((curl) => curl.includes(path))];
  expect(answerTo('/pipeline')).toMatchObject({ data: { pipelineType: 'applicant', returned: 3 } });
  expect(JSON.stringify(answerTo('/credit-reports?'))).toContain('***-**-****');
  const link = answerTo('/credit-reports/pdf-url') as { readonly data: { readonly url: string } };
  expect(await shell(`curl -sS '${link.data.url}' | head -c 5`)).toBe('%PDF-');

  const published = await shell(system.publish);
  expect(published).toContain('Published 1 event.');
  expect(published).not.toContain('Doubtful');
  await expect
    .poll(() => answer(system.curls.at(-1)), { timeout: 10_000 })
    .toMatchObject({ data: { firstName: 'Renamed' } });

  // What the samples in other languages need stands in a file for the shell.
  const asSampleDoes = `curl -sS -H "Authorization: Bearer $API_KEY" "$API_URL/locations" && curl -sS "$SCHEMA_REGISTRY_URL/subjects"`;
  const sampled = await shell(`${system.samples} && echo "$KAFKA_BROKERS" && ${asSampleDoes} && echo " $LOCATION_ID"`);
  expect(sampled).toMatch(
    /^127\.0\.0\.1:\d+\n.*"locationId":"harborview-austin".*fundlens\.crm\.ContactChanged.* harborview-austin\s*$/s,
  );

  // Of the stack in its own data directory; it may need attention while dashboards are counted.
  const status = JSON.parse(await shell(`${system.status} --json || true`)) as { partitions: unknown[] };
  expect(status.partitions.length).toBeGreaterThan(0);

  const started = await startedBy(system.child);
  const all = started.map(({ args }) => args).join('\n');
  for (const part of ['kafka.Kafka', 'services/projector', 'services/query']) expect(all).toContain(part);
  signalGroup(system.child, 'SIGINT');
  await system.ended;
  expect(system.output()).toContain('stopped; the data stays');
  await untilNothingRuns(started);
});

test('a second start has the data and the same credentials; when a service dies it says so and ends everything', async () => {
  const system = await start();
  expect(system.output()).not.toContain('demo data: publishing');
  expect(await answer(system.curls.at(-1))).toMatchObject({ data: { firstName: 'Renamed' } });

  const { tokens } = JSON.parse(readFileSync(join(dataDirectory, 'demo.json'), 'utf8')) as { tokens: DemoTokens };
  const { baseUrl } = JSON.parse(readFileSync(join(dataDirectory, 'urls.json'), 'utf8')) as { baseUrl: string };
  const statusOf = async (name: keyof DemoTokens, path: string) =>
    (await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${tokens[name]}` } })).status;
  const report = `/credit-reports?contactId=${/\/contacts\/(\w+)'/.exec(system.output())?.[1]}`;

  expect(await statusOf('locationRead', report)).toBe(403);
  expect(await statusOf('locationReports', report)).toBe(200);
  expect(await statusOf('oauth', report)).toBe(200);
  expect(await statusOf('agency', '/contacts')).toBe(400);
  expect(await statusOf('agency', '/contacts?locationId=harborview-boston')).toBe(200);
  expect(await statusOf('agency', '/contacts?locationId=harborview-tampa')).toBe(403);
  expect(await statusOf('agency', '/contacts?locationId=bluestem-omaha')).toBe(403);
  expect(await statusOf('otherAgency', '/contacts?locationId=harborview-tampa')).toBe(200);
  expect(await statusOf('transferredOut', '/contacts')).toBe(403);
  expect(await statusOf('expired', '/contacts')).toBe(401);
  expect(await statusOf('revoked', '/contacts')).toBe(401);
  const slow: number[] = [];
  for (let request = 0; request < 6; request += 1) slow.push(await statusOf('slow', '/contacts?limit=1'));
  expect(slow).toEqual([200, 200, 200, 200, 200, 429]);

  const started = await startedBy(system.child);
  const query = started.find(({ args }) => args.includes('services/query/src/main.ts') && !args.startsWith('sh '));
  if (query === undefined) throw new Error('no query service runs');
  process.kill(query.pid, 'SIGKILL');
  await system.ended;
  expect(system.output()).toMatch(/query service ended by itself.*"service":"query".*Everything is stopped/s);
  expect(system.child.exitCode).toBe(1);
  await untilNothingRuns(started);
});

type Answer = { readonly data?: unknown };

async function answer(command = 'false'): Promise<Answer> {
  return JSON.parse(await shell(command)) as Answer;
}
