/** Something that a run holds: each line of `broken` is one case in which it did not. */
export type Check = { readonly name: string; readonly broken: readonly string[] };

/** What a scenario found. */
export type RunReport = { readonly checks: readonly Check[]; readonly figures: object };

/** Beyond `--seed`. */
export type ScenarioOption = {
  /** Its values, in words. */
  readonly values: string;
  /** Without one the option may be left out. */
  readonly usual?: string;
  /** What its values look like. */
  readonly pattern: RegExp;
};

export type RunContext = {
  readonly seed: number;
  /** Of its servers; the run empties it first. */
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  /** By name, as given or usual. */
  readonly options: Readonly<Record<string, string>>;
};

/**
 * Something that happens to a whole system of real servers and processes: what strikes it, what is published meanwhile,
 * and what must hold in the end.
 */
export type Scenario = {
  readonly name: string;
  /** What strikes, in one line. */
  readonly what: string;
  readonly options: Readonly<Record<string, ScenarioOption>>;
  /** @throws the reason of the signal when it is interrupted; all its processes have ended then */
  run(context: RunContext): Promise<RunReport>;
};

export const WHOLE_NUMBER = /^[1-9]\d{0,5}$/;
