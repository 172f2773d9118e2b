import { setTimeout as delay } from 'node:timers/promises';
import { currentSignature } from '../receiver/testing/signing-keys.ts';
import type { WebhookPayload } from './model-crm.ts';

/** Only a 429 is sent again, up to six times, ten minutes apart with jitter; every other failure loses the delivery. */
const MAX_RETRIES = 6;
const RETRY_MS = 600_000;
const RETRY_JITTER = 0.1;
/** How long they wait for an answer. */
const ANSWER_MS = 10_000;

/**
 * Posts webhooks as HighLevel does: signed over the raw body, and with its rules of when to try again.
 * @param timeScale real milliseconds for one of HighLevel's. 0.001: the ten minutes between two tries take 0.6 s.
 */
export function createWebhookSender(url: string, timeScale: number) {
  async function post(payload: WebhookPayload): Promise<number | 'none'> {
    const body = JSON.stringify(payload);
    const headers = {
      'content-type': 'application/json',
      'x-ghl-signature': currentSignature(Buffer.from(body)),
    };
    try {
      const response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(ANSWER_MS) });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // Unreachable or too slow: as final as a 500.
      return 'none';
    }
  }

  /** Sends until the delivery has ended. */
  return async (payload: WebhookPayload): Promise<'delivered' | 'lost'> => {
    for (let retries = 0; ; retries += 1) {
      const status = await post(payload);
      if (status !== 'none' && status >= 200 && status < 300) return 'delivered';
      if (status !== 429 || retries === MAX_RETRIES) return 'lost';
      await delay(RETRY_MS * (1 + RETRY_JITTER * Math.random()) * timeScale);
    }
  };
}
