/** What came of the reads of one kind of reader. */
export type ReadFigures = {
  readonly total: number;
  /** By status, and `no answer …`. */
  readonly byOutcome: Readonly<Record<string, number>>;
  /** Answers that could be compared with what was written or read before. */
  readonly compared: number;
};

/** The same while readers count. */
export type CountedReads = {
  readonly total: number;
  readonly byOutcome: ReadonlyMap<string, number>;
  readonly compared: number;
};

export function figuresOf({ total, byOutcome, compared }: CountedReads): ReadFigures {
  return { total, byOutcome: Object.fromEntries(byOutcome), compared };
}

/** Reads with another outcome than those that serve the client. */
export function failedReads({ byOutcome }: ReadFigures, served: ReadonlySet<string>): number {
  return Object.entries(byOutcome).reduce((sum, [outcome, count]) => sum + (served.has(outcome) ? 0 : count), 0);
}

export function outcomesOf({ byOutcome }: ReadFigures): string {
  return Object.entries(byOutcome)
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join(', ');
}
