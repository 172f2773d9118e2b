import type { Figures } from '../dashboard-figures.ts';
import { openSums } from '../dashboard-sums.ts';
import type { DashboardWindow } from '../dashboard-window.ts';
import { WindowTotals } from '../window-totals.ts';

/**
 * The figures of one location.
 * @param document null when the location has no window document.
 * @param window `today`: the local day that it ends with, in the document's time zone.
 */
export function readWindow(
  document: DashboardWindow | null,
  { today, days }: { readonly today: number; readonly days: number },
): Figures {
  const totals = new WindowTotals({ daily: false });
  totals.add(document === null ? [] : openSums(document.sums), { from: today - days + 1, to: today });
  return totals.figures();
}
