import { join } from 'node:path';
import type { DashboardDescription } from './description.ts';
import { grafanaDashboard } from './grafana.ts';
import { overview } from './overview.ts';
import { projector } from './projector.ts';
import { query } from './query.ts';

export const DASHBOARDS: readonly DashboardDescription[] = [overview, projector, query];

/** What `npm run generate` writes, and what a test compares. */
export function dashboardFiles(): { readonly path: string; readonly text: string }[] {
  return DASHBOARDS.map((description) => ({
    path: join(import.meta.dirname, `${description.name}.json`),
    text: `${JSON.stringify(grafanaDashboard(description), null, 2)}\n`,
  }));
}
