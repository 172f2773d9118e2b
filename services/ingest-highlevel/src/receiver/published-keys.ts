/**
 * The key that HighLevel publishes for `X-GHL-Signature` of all apps, as base64 DER (SPKI).
 * Source: https://marketplace.gohighlevel.com/docs/webhook/WebhookIntegrationGuide, "How to Verify".
 */
export const HIGHLEVEL_ED25519_KEY = 'MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=';
