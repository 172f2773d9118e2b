import { expect, test } from 'vitest';
import { installedRedis, javaVersionIn, missingTools } from './machine.mjs';

const debian = { platform: 'linux', architecture: 'x64', glibc: '2.36' };
const nothingInstalled = () => undefined;
const java17 = 'openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment (build 17.0.15+6-Debian-1deb12u1)';

test('everything that is missing is named at once, each with its cure', () => {
  const missing = missingTools(['java', 'maven', 'python'], { probe: nothingInstalled, platform: debian });
  expect(missing).toHaveLength(3);
  for (const [index, cure] of ['openjdk-17', 'install maven', 'python3-pip'].entries()) {
    expect(missing[index]).toContain(cure);
    expect(missing[index]).toMatch(/\.$/);
  }
});

test('nothing is missing on a machine that has what is needed', () => {
  const probe = () => java17;
  expect(missingTools(['java', 'maven', 'python', 'prebuilt'], { probe, platform: debian })).toEqual([]);
});

test('an old Java is named with its version', () => {
  const missing = missingTools(['java'], { probe: () => 'openjdk version "11.0.2"', platform: debian });
  expect(missing[0]).toContain('this machine has 11.0.2');
});

test.each([
  [{ platform: 'darwin', architecture: 'arm64', glibc: undefined }, 'darwin on arm64'],
  [{ platform: 'linux', architecture: 'arm64', glibc: '2.36' }, 'linux on arm64 with glibc 2.36'],
  [{ platform: 'linux', architecture: 'x64', glibc: undefined }, 'with no glibc'],
  [{ platform: 'linux', architecture: 'x64', glibc: '2.9' }, 'glibc 2.9'],
])('a machine that cannot run the prebuilt servers learns why and what to do instead', (platform, reason) => {
  const [sentence] = missingTools(['prebuilt'], { probe: nothingInstalled, platform });
  expect(sentence).toContain(reason);
  expect(sentence).toContain('set MONGODB_URL and REDIS_URL');
});

test('versions of Java are read from either kind of output', () => {
  expect(javaVersionIn(java17)).toBe('17.0.15+6-Debian-1deb12u1');
  expect(javaVersionIn('java version "21.0.1" 2023-10-17')).toBe('21.0.1');
  expect(javaVersionIn(undefined)).toBeUndefined();
});

test('an installed Redis is used from version 7 on, Valkey first', () => {
  const redis = (version: string) => (command: string) =>
    command === 'redis-server' ? `Redis server v=${version} sha=00000000:0` : undefined;
  expect(installedRedis(redis('7.0.15'))).toBe('redis-server');
  expect(installedRedis(redis('6.2.6'))).toBeUndefined();
  expect(installedRedis(() => 'Server v=8.1.0')).toBe('valkey-server');
  expect(installedRedis(nothingInstalled)).toBeUndefined();
});
