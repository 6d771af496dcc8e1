import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AdminSettings } from './admin-settings.ts';

/** Names the client for which the admin sends a request: `{address};{milliseconds since the epoch};{mac}`. */
const FORWARDED_CLIENT_HEADER = 'x-stele-forwarded-client';

/**
 * Writes into a request who sent it, signed for the API with the secret that both share. A value from the client itself is
 * thrown away.
 */
export function speakForClient(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { proxySecret, trustedProxies }: Pick<AdminSettings, 'proxySecret' | 'trustedProxies'>,
): void {
  delete headers[FORWARDED_CLIENT_HEADER];
  const address = behindProxies(headers['x-forwarded-for'], trustedProxies) ?? socket.remoteAddress;
  if (proxySecret === null || address === undefined) return;
  const client = `${address};${Date.now()}`;
  const mac = createHmac('sha256', proxySecret).update(client).digest('base64url');
  headers[FORWARDED_CLIENT_HEADER] = `${client};${mac}`;
}

/** Whom the first of our proxies talked to. Undefined when the request didn't come through all of them. */
function behindProxies(forwardedFor: string | string[] | undefined, proxies: number): string | undefined {
  if (proxies === 0 || forwardedFor === undefined) return undefined;
  return String(forwardedFor).split(',').at(-proxies)?.trim() || undefined;
}
