import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { HeaderReader } from '../platform/header-reader.ts';

/** Request header in which the HTTP server passes the client's IP address to the core. */
export const CLIENT_ADDRESS_HEADER = 'x-stele-client-address';

/**
 * Request header in which the admin names its client: `{address};{milliseconds since the epoch};{mac}`, where mac is the
 * HMAC-SHA-256 of the part before it, in base64url, with STELE_PROXY_SECRET as its key.
 */
export const FORWARDED_CLIENT_HEADER = 'x-stele-forwarded-client';

/** How much the clocks of admin and API may differ. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * The client's IP address, as it's counted and stored.
 *
 * @param proxySecret shared with the admin; without it, addresses from the admin are ignored
 * @returns null when it isn't known
 */
export function clientAddressOf(headers: HeaderReader, proxySecret: string | null): string | null {
  return countedAddress(exactAddressOf(headers, proxySecret));
}

/** The client's address as it was given, which may be none; empty when it isn't known. */
export function exactAddressOf(headers: HeaderReader, proxySecret: string | null): string {
  const forwarded = headers.get(FORWARDED_CLIENT_HEADER);
  const named = forwarded === null || proxySecret === null ? null : readForwarded(forwarded, proxySecret);
  return named ?? headers.get(CLIENT_ADDRESS_HEADER) ?? '';
}

/**
 * The client's address in X-Forwarded-For. Each trusted proxy appends the address of its own client.
 *
 * @param proxies how many trusted proxies requests pass; addresses further left can be forged
 * @returns null when there aren't that many addresses
 */
export function addressBehind(proxies: number, forwardedFor: string | null): string | null {
  if (proxies === 0 || forwardedFor === null) return null;
  return forwardedFor.split(',').at(-proxies)?.trim() || null;
}

/** An IP address as it's counted: for IPv6 the /64 network, since all of it belongs to one client. Null if it's invalid. */
export function countedAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const address = text.replace(/%.*$/, '');
  if (!isIPv6(address)) return null;
  const groups = expand(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return groups.map((group, place) => (place < 4 ? group : 0).toString(16).padStart(4, '0')).join(':');
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] {
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (side: string): number[] =>
    side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(left), read(right ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function readForwarded(value: string, proxySecret: string): string | null {
  const match = /^([0-9a-fA-F.:%\w]{2,100});(\d{1,15});([\w-]{43})$/.exec(value);
  if (!match) return null;
  const [, address = '', at = '', mac = ''] = match;
  const expected = createHmac('sha256', proxySecret).update(`${address};${at}`).digest();
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Math.abs(Date.now() - Number(at)) <= MAX_AGE_MS ? address : null;
}
