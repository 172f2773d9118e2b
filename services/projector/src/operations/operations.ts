import type { Status } from './status.ts';

/** What an operator can do, apart from how it is asked for and shown. */
export type Operations = {
  status(projectorUrls: readonly string[]): Promise<Status>;
  close(): Promise<void>;
};
