import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookPayload } from './model-crm.ts';

/** Only a 429 is sent again, up to six times, ten minutes apart with jitter; every other failure loses the delivery. */
const MAX_RETRIES = 6;
const RETRY_MS = 600_000;
const RETRY_JITTER = 0.1;
/** How long they wait for an answer. */
const ANSWER_MS = 10_000;

export type DeliveryEnd = 'delivered' | 'lost';

export type WebhookSenderOptions = {
  /** Asked for at each attempt. */
  readonly url: () => string;
  /** Real milliseconds for one of HighLevel's. 0.001: the ten minutes between two tries take 0.6 s. */
  readonly timeScale: number;
  /** Uniform in 0..1. */
  readonly random: () => number;
};

export type WebhookSender = {
  /** The keys that verify `X-GHL-Signature` and the older `X-WH-Signature`, as base64 DER (SPKI). */
  readonly keys: { readonly ed25519: string; readonly rsa: string };
  /** Sends until the delivery has ended. */
  deliver(payload: WebhookPayload): Promise<DeliveryEnd>;
  /** A signed request of a payload that is sent by something else. */
  signed(payload: WebhookPayload): { readonly body: string; readonly headers: Readonly<Record<string, string>> };
};

/** Posts webhooks as HighLevel does: signed over the raw body, and with its rules of when to try again. */
export function createWebhookSender({ url, timeScale, random }: WebhookSenderOptions): WebhookSender {
  const ed25519 = generateKeyPairSync('ed25519');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

  function signed(payload: WebhookPayload) {
    const body = JSON.stringify(payload);
    const bytes = Buffer.from(body);
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-ghl-signature': sign(null, bytes, ed25519.privateKey).toString('base64'),
        'x-wh-signature': sign('sha256', bytes, rsa.privateKey).toString('base64'),
      },
    };
  }

  async function post(payload: WebhookPayload): Promise<number | 'none'> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(url(), { method: 'POST', ...signed(payload), signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // Unreachable or too slow: as final as a 500.
      return 'none';
    }
  }

  return {
    keys: { ed25519: publicKeyText(ed25519.publicKey), rsa: publicKeyText(rsa.publicKey) },
    signed,
    async deliver(payload) {
      for (let retries = 0; ; retries += 1) {
        const status = await post(payload);
        if (status !== 'none' && status >= 200 && status < 300) return 'delivered';
        if (status !== 429 || retries === MAX_RETRIES) return 'lost';
        await delay(RETRY_MS * (1 + RETRY_JITTER * random()) * timeScale);
      }
    },
  };
}

function publicKeyText(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
