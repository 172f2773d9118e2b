import {
  AnnotationQueryBuilder,
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  MappingType,
  QueryVariableBuilder,
  RowBuilder,
  SpecialValueMatch,
  TextBoxVariableBuilder,
  type Threshold as Step,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type ValueMapping,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import {
  BigValueColorMode,
  BigValueGraphMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as StatesBuilder } from '@grafana/grafana-foundation-sdk/statetimeline';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as LinesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { FIRING_ALERTS, PROCESS_STARTS } from './expressions.ts';
import type {
  DashboardDescription,
  PanelDescription,
  Query,
  State,
  Threshold,
  VariableDescription,
} from './description.ts';

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
const TAG = 'fundlens';
const REFRESH = '30s';
/** Pages are read where the operator keeps the repository: a box at the top of each dashboard holds the address. */
const RUNBOOKS = '$runbooks';
const PANEL_HEIGHT = 8;
const STAT_HEIGHT = 4;

/** What Grafana loads: the classic JSON, which Grafana 11, 12 and 13 read. */
export function grafanaDashboard(description: DashboardDescription): Dashboard {
  const builder = new DashboardBuilder(description.title)
    .uid(uidOf(description.name))
    .description(description.description)
    .tags([TAG])
    .timezone('browser')
    .readonly()
    .refresh(REFRESH)
    .time({ from: 'now-1h', to: 'now' })
    .tooltip(DashboardCursorSync.Crosshair)
    .link(otherDashboards())
    .annotation(firingAlerts())
    .annotation(processStarts())
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
  for (const variable of description.variables) builder.withVariable(variableOf(variable));
  builder.withVariable(new TextBoxVariableBuilder('runbooks').label('Runbooks at').defaultValue('/runbooks'));
  let id = 1;
  for (const { question, panels } of description.rows) {
    builder.withRow(new RowBuilder(question).id(id++));
    for (const panel of panels) builder.withPanel(panelOf(panel, id++));
  }
  return builder.build();
}

export function uidOf(name: string): string {
  return `${TAG}-${name}`;
}

function otherDashboards() {
  return new DashboardLinkBuilder('Fundlens')
    .type(DashboardLinkType.Dashboards)
    .tags([TAG])
    .includeVars(false)
    .keepTime(true);
}

/** Marks on every graph since when an alert fires. */
function firingAlerts() {
  return new AnnotationQueryBuilder()
    .name('Firing alerts')
    .datasource(DATASOURCE)
    .enable(true)
    .iconColor('red')
    .expr(FIRING_ALERTS)
    .titleFormat('{{alertname}}')
    .step('15s');
}

/** Marks starts of processes: releases, crashes and restarts are the first suspects. */
function processStarts() {
  return new AnnotationQueryBuilder()
    .name('Starts of processes')
    .datasource(DATASOURCE)
    .enable(true)
    .iconColor('blue')
    .expr(PROCESS_STARTS)
    .titleFormat('{{service}} {{version}} started')
    .useValueForTime(true);
}

function variableOf({ label, metric }: VariableDescription) {
  return new QueryVariableBuilder(label)
    .label(label)
    .datasource(DATASOURCE)
    .query({ qryType: 1, query: `label_values(${metric}, ${label})`, refId: label })
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.NaturalAsc)
    .multi(true)
    .includeAll(true)
    .allValue('.*')
    .current({ selected: true, text: ['All'], value: ['$__all'] });
}

function panelOf(panel: PanelDescription, id: number) {
  const height = panel.height ?? (panel.kind === 'stat' ? STAT_HEIGHT : PANEL_HEIGHT);
  const builder = visualizationOf(panel)
    .id(id)
    .title(panel.title)
    .description(descriptionOf(panel))
    .datasource(DATASOURCE)
    .span(panel.width)
    .height(height)
    .unit(panel.unit)
    .mappings(mappingsOf(panel))
    .thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(stepsOf(panel.threshold)))
    .links([runbookLink(panel)]);
  if (panel.empty !== undefined) builder.noValue(panel.empty);
  if (panel.unit === 'percentunit') builder.max(1);
  for (const [index, query] of panel.queries.entries()) builder.withTarget(targetOf(panel, query, index));
  return builder;
}

function visualizationOf(panel: PanelDescription) {
  switch (panel.kind) {
    case 'stat':
      return statOf();
    case 'lines':
      return linesOf(panel);
    case 'states':
      return statesOf();
    case 'table':
      return tableOf(panel);
  }
}

function statOf() {
  return new StatBuilder()
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .colorMode(BigValueColorMode.Background)
    .graphMode(BigValueGraphMode.None);
}

function linesOf({ threshold, stacked = false }: PanelDescription) {
  const style = threshold === undefined ? GraphThresholdsStyleMode.Off : GraphThresholdsStyleMode.Dashed;
  const builder = new LinesBuilder()
    .lineWidth(stacked ? 1 : 2)
    .fillOpacity(stacked ? 60 : 5)
    .showPoints(VisibilityMode.Never)
    .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(style))
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending))
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.Table)
        .placement(LegendPlacement.Bottom)
        .showLegend(true)
        .calcs(['lastNotNull', 'max'])
        .sortBy('Last *')
        .sortDesc(true),
    );
  if (threshold?.below !== true) builder.min(0);
  if (stacked) builder.stacking(new StackingConfigBuilder().mode(StackingMode.Normal).group('A'));
  return builder;
}

function statesOf() {
  return new StatesBuilder()
    .mergeValues(true)
    .showValue(VisibilityMode.Auto)
    .rowHeight(0.85)
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .showLegend(true),
    );
}

/** One row per series: its labels as columns, its figure as the last one. */
function tableOf({ columns = {} }: PanelDescription) {
  const indexByName = Object.fromEntries([...Object.keys(columns), VALUE].map((name, index) => [name, index]));
  return new TableBuilder()
    .filterable(true)
    .withTransformation({
      id: 'filterFieldsByName',
      options: { include: { names: [...Object.keys(columns), VALUE] } },
    })
    .withTransformation({
      id: 'organize',
      options: { indexByName, renameByName: columns },
    });
}

/** Grafana's name of the column with a series' figure. */
const VALUE = 'Value';

function targetOf({ kind }: PanelDescription, { expr, legend }: Query, index: number) {
  const target = new DataqueryBuilder()
    .refId(String.fromCharCode('A'.charCodeAt(0) + index))
    .datasource(DATASOURCE)
    .expr(expr)
    .legendFormat(legend);
  if (kind === 'lines' || kind === 'states') return target.range();
  return kind === 'table' ? target.instant().format(PromQueryFormat.Table) : target.instant();
}

function descriptionOf({ means, normal, runbook }: PanelDescription): string {
  return `${means}\n\n**Normal:** ${normal}\n\n**Runbook:** [${runbook}](${RUNBOOKS}/${runbook}.md)`;
}

function runbookLink({ runbook }: PanelDescription) {
  return new DashboardLinkBuilder(`Runbook: ${runbook}`)
    .type(DashboardLinkType.Link)
    .url(`${RUNBOOKS}/${runbook}.md`)
    .targetBlank(true);
}

/** Grafana wants steps upwards, each the colour from there on. */
export function stepsOf({ warning, critical, below = false }: Threshold = {}): Step[] {
  const bounds = [
    ...(warning === undefined ? [] : [{ value: warning, color: 'yellow' }]),
    ...(critical === undefined ? [] : [{ value: critical, color: 'red' }]),
  ];
  if (!below) return [{ value: null, color: 'green' }, ...bounds];
  // From the worst up: red to the critical figure, yellow to the warning, green above.
  const [first, ...rest] = bounds.toReversed();
  if (first === undefined) return [{ value: null, color: 'green' }];
  const colors = [...rest.map(({ color }) => color), 'green'];
  const steps = [first, ...rest].map(({ value }, index) => ({ value, color: colors[index] ?? 'green' }));
  return [{ value: null, color: first.color }, ...steps];
}

function mappingsOf({ states = [], empty }: PanelDescription): ValueMapping[] {
  const mappings: ValueMapping[] = [];
  if (states.length > 0) mappings.push({ type: MappingType.ValueToText, options: optionsOf(states) });
  // A share of no requests is 0/0.
  if (empty !== undefined) {
    const result = { text: empty, color: 'text' };
    mappings.push({ type: MappingType.SpecialValue, options: { match: SpecialValueMatch.NotANumber, result } });
  }
  return mappings;
}

function optionsOf(states: readonly State[]) {
  return Object.fromEntries(states.map(({ value, text, color }, index) => [String(value), { text, color, index }]));
}
