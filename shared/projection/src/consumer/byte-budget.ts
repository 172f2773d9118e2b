/**
 * The most bytes of the log that the consumers of one group have in work at once. A byte is in memory several times
 * (decoded, redacted, rendered, encoded for MongoDB) until MongoDB has acknowledged it: without this bound, memory would
 * grow with the number of partitions and the size of reports. It has room for one fetch that is committed and half of one
 * that is read meanwhile: some fifty thousand small events are folded together.
 */
export const MAX_BYTES_IN_FLIGHT = 48 * 1024 * 1024;

export type ByteBudget = {
  readonly maxBytes: number;
  /**
   * Runs the work when there is room for its bytes, first come, first served, and frees the room when it ends or fails.
   * Work that is larger than the whole budget runs alone.
   */
  within<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>;
};

export type ByteBudgetOptions = {
  readonly maxBytes: number;
  /** Called with the bytes in work whenever they change. */
  readonly onBytes: (inFlight: number) => void;
  /** Called each time that work has to wait. */
  readonly onWait: () => void;
};

/** Bytes in work never exceed `maxBytes`, nor the size of one work where that is larger. */
export function createByteBudget({ maxBytes, onBytes, onWait }: ByteBudgetOptions): ByteBudget {
  const waiting: { readonly bytes: number; readonly admit: () => void }[] = [];
  let inFlight = 0;
  let works = 0;

  function admitNext(): void {
    for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      works += 1;
      inFlight += next.bytes;
      next.admit();
    }
    onBytes(inFlight);
  }

  function fits(bytes: number): boolean {
    return works === 0 || inFlight + bytes <= maxBytes;
  }

  return {
    maxBytes,
    async within(bytes, work) {
      const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
      if (waiting.length > 0 || !fits(bytes)) onWait();
      waiting.push({ bytes, admit });
      admitNext();
      await admitted;
      try {
        return await work();
      } finally {
        works -= 1;
        inFlight -= bytes;
        admitNext();
      }
    },
  };
}
