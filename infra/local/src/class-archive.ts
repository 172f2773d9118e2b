import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from './exclusive-lock.mjs';

/** Three seconds alone; a busy machine takes many times as long, and an archive that is broken off is made anew at every start. */
const ARCHIVE_MILLISECONDS = 120_000;

/**
 * The JVM's archive of loaded classes: with it Kafka answers in about 1.5 s instead of almost 4.
 *
 * The first run writes a draft when it ends; `keep` moves it into the cache. A JVM that finds an archive made by another
 * Java or other jars ignores it, and the name carries the Java version, so an update makes a new one.
 */
export function classArchive(options: { cache: string; name: string; javaVersion: string; draftDirectory: string }): {
  jvmFlags: string[];
  /** Why the JVM takes longer to end this time; undefined when it does not. */
  endingNote: string | undefined;
  /** How long the JVM may take to end; undefined: as usual. */
  endMilliseconds: number | undefined;
  /** To be called after the JVM ended in good order. */
  keep: () => Promise<void>;
} {
  const safeVersion = options.javaVersion.replaceAll(/[^0-9A-Za-z.]/g, '_');
  const archive = join(options.cache, `${options.name}-java-${safeVersion}.jsa`);
  if (existsSync(archive)) {
    return {
      jvmFlags: [`-XX:SharedArchiveFile=${archive}`],
      endingNote: undefined,
      endMilliseconds: undefined,
      keep: async () => undefined,
    };
  }

  const draft = join(options.draftDirectory, `${options.name}.jsa`);
  rmSync(draft, { force: true });
  return {
    jvmFlags: [`-XX:ArchiveClassesAtExit=${draft}`],
    endingNote: 'writes its class archive, which makes every later start faster',
    endMilliseconds: ARCHIVE_MILLISECONDS,
    keep: async () => {
      if (!existsSync(draft)) return;
      const lock = tryLock(`${archive}.lock`);
      // Another stack is putting the same archive there at this moment.
      if (!lock.held) return;
      try {
        // The cache may be on another file system: copied under a draft name, then renamed, so it is never half there.
        copyFileSync(draft, `${archive}.draft`);
        renameSync(`${archive}.draft`, archive);
        rmSync(draft);
      } finally {
        lock.release();
      }
    },
  };
}
