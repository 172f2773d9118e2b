/** How close things stand to each other from top to bottom; the size of the text stays. */
export type Density = {
  /** Of a line, in sizes of its text. */
  readonly lineHeight: number;
  /** What a gap is multiplied by. */
  readonly gap: number;
};

export const COMFORTABLE: Density = { lineHeight: 1.3, gap: 1 };
export const COMPACT: Density = { lineHeight: 1.2, gap: 0.5 };
