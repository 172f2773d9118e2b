import type { ServerName } from './own-servers.ts';

/** What a run has named with MONGODB_URL is not started here, and so neither killed nor emptied nor restored. */
export type GivenMongodb = {
  /** Skips the tests that need a MongoDB of their own: `it.skipIf(isGiven)`. */
  readonly isGiven: boolean;
  /** For their titles: why they are skipped; empty when they run. */
  readonly whySkipped: string;
  /** Those of the servers that the file starts for itself. */
  ownOf(asked: readonly ServerName[]): readonly ServerName[];
};

const WHY_SKIPPED = ' (skipped: it kills or restores MongoDB, and the server that MONGODB_URL names is left alone)';

export function givenMongodb(environment: Readonly<Record<string, string | undefined>>): GivenMongodb {
  const isGiven = Boolean(environment.MONGODB_URL);
  return {
    isGiven,
    whySkipped: isGiven ? WHY_SKIPPED : '',
    ownOf: (asked) => asked.filter((name) => !(isGiven && name === 'mongodb')),
  };
}
