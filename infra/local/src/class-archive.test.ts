import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classArchive } from './class-archive.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

test('the first run draws up an archive, later ones use it, another Java draws up its own', async () => {
  const cache = temporaryDirectory();
  const draftDirectory = temporaryDirectory();
  const archiveFor = (javaVersion: string) => classArchive({ cache, name: 'kafka-1', javaVersion, draftDirectory });

  const first = archiveFor('17.0.15+6-Debian');
  expect(first.jvmFlags).toEqual([`-XX:ArchiveClassesAtExit=${join(draftDirectory, 'kafka-1.jsa')}`]);
  writeFileSync(join(draftDirectory, 'kafka-1.jsa'), 'classes');
  await first.keep();

  expect(readdirSync(cache)).toEqual(['kafka-1-java-17.0.15_6_Debian.jsa']);
  expect(readdirSync(draftDirectory)).toEqual([]);
  expect(archiveFor('17.0.15+6-Debian').jvmFlags).toEqual([
    `-XX:SharedArchiveFile=${join(cache, 'kafka-1-java-17.0.15_6_Debian.jsa')}`,
  ]);
  expect(archiveFor('21.0.1').jvmFlags[0]).toContain('ArchiveClassesAtExit');
});

test('a run that ended without an archive leaves the cache as it was', async () => {
  const cache = temporaryDirectory();
  await classArchive({ cache, name: 'kafka-1', javaVersion: '17', draftDirectory: temporaryDirectory() }).keep();
  expect(readdirSync(cache)).toEqual([]);
});
