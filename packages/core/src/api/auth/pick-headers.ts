import { CLIENT_ADDRESS_HEADER } from '../../access/client-address.ts';
import type { ApiAuthContext } from './auth-operation.ts';

/** The headers that better-auth receives, besides the client's address. */
const FORWARDED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
];
const MAX_FIELD_LENGTH = 8_192;

/** Some of a request's headers, without very long ones. */
export function pickHeaders(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null && value.length <= MAX_FIELD_LENGTH) picked.set(name, value);
  }
  return picked;
}

/** The headers of a request that better-auth receives. */
export function headersForBetterAuth({ headers, address }: Pick<ApiAuthContext, 'headers' | 'address'>): Headers {
  const picked = pickHeaders(headers, FORWARDED_HEADERS);
  if (address !== null) picked.set(CLIENT_ADDRESS_HEADER, address);
  return picked;
}
