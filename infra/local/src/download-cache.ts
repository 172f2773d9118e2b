import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

export type Artifact = {
  /** Name and version are shown and name the directory: one version never replaces another. */
  name: string;
  version: string;
  /** How it comes to be, and how long or large that is: for the progress lines. */
  work: { doing: 'downloading' | 'building'; extent: string };
  /** A file without which the unpacked artifact is useless. Where it is missing, the artifact is fetched again. */
  landmark: string;
  /** Fills the empty directory; throws when a checksum is wrong. */
  fill: (directory: string) => Promise<void>;
};

const LOOK_AGAIN_MILLISECONDS = 250;
/** A download of a hundred megabytes takes a while: progress lines say that it goes on. */
const STILL_THERE_MILLISECONDS = 5_000;

/**
 * The directory of an artifact, filled first when it is not there.
 *
 * Invariant: a directory under its final name is complete. It is filled under a draft name and renamed, by one process
 * at a time; a second start waits and then finds it.
 */
export async function fetchArtifact(
  { cache, report }: { cache: string; report: (line: string) => void },
  artifact: Artifact,
): Promise<string> {
  const label = `${artifact.name} ${artifact.version}`;
  const directory = join(cache, `${artifact.name}-${artifact.version}`);
  const isComplete = () => existsSync(join(directory, artifact.landmark));
  if (isComplete()) return directory;

  mkdirSync(cache, { recursive: true });
  // Another start may be at it: then this one waits, and finds it. The lock of a killed one is nobody's after ten seconds.
  const release = await lock(directory, {
    realpath: false,
    retries: { forever: true, factor: 1, minTimeout: LOOK_AGAIN_MILLISECONDS },
  });
  try {
    if (isComplete()) return directory;
    removeDrafts(cache, directory);
    rmSync(directory, { recursive: true, force: true });
    const draft = `${directory}${DRAFT}${randomUUID()}`;
    mkdirSync(draft, { recursive: true });
    const startedAt = Date.now();
    const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1);
    report(`${label}: ${artifact.work.doing}, ${artifact.work.extent}`);
    const stillThere = setInterval(
      () => report(`${label}: still ${artifact.work.doing} (${seconds()} s)`),
      STILL_THERE_MILLISECONDS,
    );
    try {
      await artifact.fill(draft);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    } finally {
      clearInterval(stillThere);
    }
    renameSync(draft, directory);
    report(`${label}: ${megabytesIn(directory).toFixed(1)} MB in place after ${seconds()} s`);
    return directory;
  } finally {
    await release();
  }
}

const DRAFT = '.draft-';

/** What a killed download left. The lock is held, so no other process fills any of them. */
function removeDrafts(cache: string, directory: string): void {
  for (const entry of readdirSync(cache).map((name) => join(cache, name))) {
    if (entry.startsWith(`${directory}${DRAFT}`)) rmSync(entry, { recursive: true, force: true });
  }
}

function megabytesIn(directory: string): number {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => {
    const stats = statSync(join(directory, file));
    return stats.isFile() ? sum + stats.size : sum;
  }, 0);
  return bytes / 1_000_000;
}
