import type { Status } from './status.ts';

/** Whether an operator should act. */
export function needsAttention({ partitions, blocking, rebuild }: Status): boolean {
  return (
    partitions.some(({ trouble }) => trouble !== null && trouble !== 'never_read') ||
    blocking > 0 ||
    rebuild?.phase === 'refused'
  );
}
