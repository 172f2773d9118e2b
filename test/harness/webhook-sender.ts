import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Posts webhooks of one location as HighLevel does: signed over the raw body, and again after a 429. */
export type WebhookSender = {
  /** For `WEBHOOK_PUBLIC_KEYS`. */
  readonly publicKey: string;
  /** @returns the status of the last answer */
  post(webhookUrl: string, body: object): Promise<number>;
};

/** HighLevel waits ten minutes. */
const RETRY_MS = 1_000;
const MAX_RETRIES = 6;

export function createWebhookSender(locationId: string): WebhookSender {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    async post(webhookUrl, body) {
      const bytes = Buffer.from(
        JSON.stringify({ locationId, timestamp: new Date().toISOString(), webhookId: randomUUID(), ...body }),
      );
      const headers = {
        'content-type': 'application/json',
        'x-ghl-signature': sign(null, bytes, privateKey).toString('base64'),
      };
      for (let retries = 0; ; retries += 1) {
        const { status } = await fetch(webhookUrl, { method: 'POST', body: bytes, headers });
        if (status !== 429 || retries === MAX_RETRIES) return status;
        await delay(RETRY_MS);
      }
    },
  };
}
