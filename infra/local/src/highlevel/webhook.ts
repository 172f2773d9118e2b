import { generateKeyPairSync, sign } from 'node:crypto';
import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';

export type SignedWebhook = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** A key pair of this run in the place of HighLevel's, whose private key only HighLevel has. */
export function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    /** Base64 DER (SPKI), as `WEBHOOK_PUBLIC_KEYS` takes it. */
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    /** Signs the raw body, as `X-GHL-Signature`. */
    signed(webhook: object): SignedWebhook {
      const body = JSON.stringify(webhook);
      const signature = sign(null, Buffer.from(body), privateKey).toString('base64');
      return { body, headers: { 'content-type': 'application/json', 'x-ghl-signature': signature } };
    },
  };
}

const webhookSchema = z.looseObject({ type: z.string(), id: z.string() });

/**
 * The webhook of a file, sent now and about a location of the local system.
 * @throws InvalidError `webhook` for what is no webhook with `type` and `id`
 */
export function webhookOf(
  text: string,
  now: { readonly locationId: string; readonly timestamp: string; readonly webhookId: string },
): z.output<typeof webhookSchema> {
  const parsed = webhookSchema.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new InvalidError('webhook', 'The file must be one JSON object with the texts "type" and "id".');
  return { ...parsed.data, ...now };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
