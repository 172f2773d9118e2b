import type { Change, WebhookPayload } from './model-crm.ts';

/** What happens to one webhook on its way. */
export type Fate = 'sent' | 'lost' | 'twice' | 'late';

export type ScheduledDelivery = { readonly payload: WebhookPayload; readonly at: number };

/** A delivery that was refused for an hour. */
const LATE_MS = 4_200_000;
const SPREAD_MS = 2_000;

/**
 * When each webhook of the changes arrives, in milliseconds of HighLevel's time since the first change: lost ones not at all,
 * duplicates twice, late ones after those of much later changes, and neighbours in any order.
 */
export function scheduleDeliveries(
  changes: readonly { readonly at: number; readonly change: Change }[],
  draw: { fate(): Fate; readonly random: () => number },
): ScheduledDelivery[] {
  const arrive = (at: number) => at + draw.random() * SPREAD_MS;
  const deliveries = changes.flatMap(({ at, change }) =>
    change.webhooks.flatMap((payload): ScheduledDelivery[] => {
      const fate = draw.fate();
      if (fate === 'lost') return [];
      if (fate === 'late') return [{ payload, at: arrive(at) + LATE_MS }];
      const once = { payload, at: arrive(at) };
      return fate === 'twice' ? [once, { payload, at: arrive(at) }] : [once];
    }),
  );
  return deliveries.sort((a, b) => a.at - b.at);
}
