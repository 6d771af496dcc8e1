import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const SECRET_BYTES = 32;

/** A new secret, in the form of Standard Webhooks: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * The header fields of a message, as Standard Webhooks 1.0.0 has them
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 *
 * @param secrets that all sign; a receiver accepts a message if one of the signatures is right
 * @param at when it's sent: of this attempt
 */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
