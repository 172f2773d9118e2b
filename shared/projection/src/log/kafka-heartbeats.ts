import { silenceHeartbeats } from '@fundlens/contracts/kafka/kafkajs-repairs';
import type { SourceHandlers } from './source.ts';

type Steps = SourceHandlers['steps'];

/**
 * Heartbeats of a member that reflect its progress: while it has work and has made no step since the last heartbeat, it
 * sends none, and loses its partitions after the session timeout.
 */
export class StepHeartbeats {
  #memberId: string | null = null;
  /** How many steps had succeeded at the last heartbeat. */
  #stepsSent: number | null = null;

  join(memberId: string, steps: Steps): void {
    this.stop();
    this.#memberId = memberId;
    silenceHeartbeats(memberId, () => steps() !== null && steps() === this.#stepsSent);
  }

  sent(steps: Steps): void {
    this.#stepsSent = steps();
  }

  stop(): void {
    if (this.#memberId !== null) silenceHeartbeats(this.#memberId, null);
  }
}
