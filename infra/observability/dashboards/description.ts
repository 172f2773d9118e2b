/** What a dashboard shows, without Grafana's details. `grafana.ts` makes its JSON of it. */

/** Grafana's names of units; `short` counts. */
export type Unit = 's' | 'short' | 'percentunit' | 'bytes' | 'reqps' | 'cps' | 'bool';

/** `warning` and `critical` are the numbers of alerts (`thresholds.ts`): panels turn yellow and red where alerts fire. */
export type Threshold = {
  readonly warning?: number;
  readonly critical?: number;
  /** Low figures are bad, as those of an availability. */
  readonly below?: boolean;
};

export type Query = { readonly expr: string; readonly legend: string };

/**
 * - stat: the figure of now, coloured by its threshold
 * - lines: figures over time
 * - states: a bar per series over time, coloured by what the figure means
 * - table: the labels of each series of now
 */
export type PanelKind = 'stat' | 'lines' | 'states' | 'table';

/** A figure that stands for a state. */
export type State = {
  readonly value: number;
  readonly text: string;
  readonly color: 'green' | 'yellow' | 'red' | 'text';
};

export type PanelDescription = {
  readonly kind: PanelKind;
  readonly title: string;
  /** What the figure is. */
  readonly means: string;
  /** What it looks like on a quiet day. */
  readonly normal: string;
  /** Name of a page in `infra/runbooks`, without its ending. */
  readonly runbook: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  readonly threshold?: Threshold;
  readonly states?: readonly State[];
  /** Shown where no query has a series: absence must say what it means. */
  readonly empty?: string;
  /** Of 24 columns. */
  readonly width: number;
  readonly height?: number;
  /** Tables: the labels that are columns, in their order. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Lines: each is stacked on the one before. */
  readonly stacked?: boolean;
};

/** The title is a question that the panels below it answer. */
export type RowDescription = {
  readonly question: string;
  readonly panels: readonly PanelDescription[];
};

/** A choice at the top of the dashboard: the values of a label of a metric. */
export type VariableDescription = { readonly label: string; readonly metric: string };

export type DashboardDescription = {
  /** Part of its address and the name of its file. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly VariableDescription[];
  readonly rows: readonly RowDescription[];
};
