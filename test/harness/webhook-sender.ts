import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Posts webhooks of one location as HighLevel does: signed over the raw body, and again after a 429. */
export type WebhookSender = {
  /** For `WEBHOOK_PUBLIC_KEYS`. */
  readonly publicKey: string;
  /** @returns the status of the last answer */
  post(webhookUrl: string, webhook: object): Promise<number>;
};

/** HighLevel waits ten minutes. */
const RETRY_MS = 1_000;
const MAX_RETRIES = 6;

export function createWebhookSender(locationId: string): WebhookSender {
  // In the place of HighLevel's, whose private key only HighLevel has.
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    async post(webhookUrl, webhook) {
      const now = { locationId, timestamp: new Date().toISOString(), webhookId: randomUUID() };
      const body = JSON.stringify({ ...now, ...webhook });
      const signature = sign(null, Buffer.from(body), privateKey).toString('base64');
      const headers = { 'content-type': 'application/json', 'x-ghl-signature': signature };
      for (let retries = 0; ; retries += 1) {
        const { status } = await fetch(webhookUrl, { method: 'POST', body, headers });
        if (status !== 429 || retries === MAX_RETRIES) return status;
        await delay(RETRY_MS);
      }
    },
  };
}
