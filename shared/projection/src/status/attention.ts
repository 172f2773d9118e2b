import type { Status } from './status.ts';

/** Whether an operator should act: the exit status is then 1, for monitoring and scripts. */
export function needsAttention({ partitions, blocking, projectors, rebuild }: Status): boolean {
  return (
    partitions.some(({ trouble }) => trouble !== null && trouble !== 'never_read') ||
    blocking > 0 ||
    rebuild?.phase === 'refused' ||
    projectors.some(({ state }) => state !== 'ready')
  );
}
