import { needsAttention, type Status } from '@fundlens/projection/status/status';

/** What a projector's admin port said. `troubles`: what does not run, by partition or part. */
export type ProjectorAnswer = {
  readonly url: string;
  readonly state: 'ready' | 'degraded' | 'not_ready' | 'unreachable';
  /** Consumer groups that it reports to be a member of. */
  readonly groups: readonly string[];
  readonly troubles: Readonly<Record<string, string>>;
};

/** The stored state and what the projectors say that were asked. */
export type AskedStatus = Status & { readonly projectors: readonly ProjectorAnswer[] };

/** Whether an operator should act: the exit status is then 1, for monitoring and scripts. */
export function asksForAttention(status: AskedStatus): boolean {
  return needsAttention(status) || status.projectors.some(({ state }) => state !== 'ready');
}
