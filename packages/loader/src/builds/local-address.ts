import { BlockList, isIP } from 'node:net';
import type { Log } from '../log.ts';
import { addressesIn, websiteTexts } from './website-texts.ts';

const SHOWN_FILES = 3;

/** Addresses of this machine and of private networks (RFC 1122, 1918, 3927, 4193, 4291, 6598). */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');
for (const address of ['::', '::1']) privateAddresses.addAddress(address, 'ipv6');

/** Whether only this machine, or only its network, reaches an address. */
export function isLocalAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const family = isIP(host);
  if (family !== 0) return privateAddresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
  // A name without a dot is one of a private network, such as that of a service of Docker Compose.
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home|home\.arpa|test)$/i.test(host);
}

/**
 * Says loudly when the files of a website point to a content host that its visitors can't reach, as pictures do after a build
 * beside a local instance.
 *
 * @param folder of the built website
 * @param strict whether it's an error; by default as the variable STELE_STRICT says (1)
 * @throws Error that says so instead, if it's one: then the build fails
 */
export async function tellLocalAddresses(
  folder: string,
  log: Log,
  strict = process.env.STELE_STRICT === '1',
): Promise<void> {
  for (const [origin, files] of await localOrigins(folder)) {
    const more = files.length > SHOWN_FILES ? ` and ${files.length - SHOWN_FILES} more` : '';
    const message = `THE BUILT WEBSITE POINTS TO ${origin}\n\n  Only this machine or its network reaches that address. It's in ${files.slice(0, SHOWN_FILES).join(', ')}${more}.\n  Before you put the website online, build it with the STELE_* variables of an instance on the internet, or copy pictures into it: see the option assets.\n`;
    if (strict) throw new Error(message);
    log.warn(message);
  }
}

/** Origin of a content host that visitors can't reach → the files that name it, in order. */
async function localOrigins(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for await (const { name, text } of websiteTexts(folder)) {
    for (const origin of new Set(addressesIn(text).map((address) => address.origin))) {
      if (isLocalAddress(origin)) found.set(origin, [...(found.get(origin) ?? []), name]);
    }
  }
  return found;
}
