import { expect, test } from 'vitest';
import { missingForStack } from './machine.mjs';

const debian = { platform: 'linux', architecture: 'x64', glibc: '2.36' };
const found: Record<string, string> = {
  java: 'openjdk version "17.0.15" 2025-04-15',
  mvn: 'Apache Maven 3.8.7',
  python3: 'pip 23.0.1',
  mongod: 'db version v8.0.4',
  'redis-server': 'Redis server v=7.0.15 sha=00000000',
};
const withTools = (...tools: string[]) => ({
  probe: (command: string) => (tools.includes(command) ? found[command] : undefined),
  platform: debian,
  isCached: () => false,
});

const given = { KAFKA_BROKERS: 'k:9092', SCHEMA_REGISTRY_URL: 'http://r' };
const allGiven = { ...given, MONGODB_URL: 'mongodb://m', REDIS_URL: 'redis://r' };

test.each([
  ['Java, Maven and Python', {}, withTools('java', 'mvn', 'python3')],
  ['a cache that needs no tool to download', {}, { ...withTools('java'), isCached: () => true }],
  ['servers that are given', allGiven, withTools()],
  ['containers', { LOCAL_STACK: 'containers' }, withTools()],
  ['given and installed servers', given, withTools('mongod', 'redis-server')],
])('a machine with %s needs nothing more', (_, environment, machine) => {
  expect(missingForStack(environment, machine)).toBeUndefined();
});

test('everything that is missing is named at once, with what to do, a Java that is too old with its version', () => {
  const missing = missingForStack({}, withTools());
  for (const name of ['Java 17', 'Maven', 'Python 3']) expect(missing).toContain(name);
  expect(missing?.match(/apt-get install/g)).toHaveLength(3);
  const probe = (command: string) => (command === 'java' ? 'version "11.0.2"' : found[command]);
  expect(missingForStack({}, { ...withTools(), probe })).toContain('this machine has 11.0.2');
});

test.each([
  { ...debian, architecture: 'arm64' },
  { ...debian, platform: 'darwin' },
  { ...debian, glibc: undefined },
  { ...debian, glibc: '2.27' },
])('$platform on $architecture with glibc $glibc cannot run the prebuilt servers, and is told what can', (platform) => {
  expect(missingForStack({}, { ...withTools('java', 'mvn', 'python3'), platform })).toContain('LOCAL_STACK=containers');
});
