import ipaddr from 'ipaddr.js';

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Well-known prefix of IPv4 addresses behind a NAT64 translator (RFC 6052). The address is in the last four bytes. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Public addresses with internal services for machines in a cloud: Azure's host. */
const HOST_SERVICES = new Set(['168.63.129.16']);

/**
 * Whether an IP address is on the public internet: not this machine, its network, a cloud's metadata service, or any other
 * range in IANA's registries of special-purpose addresses.
 *
 * @param address a string without brackets; anything that isn't an IP address is not public
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  if (parsed.isIPv4MappedAddress()) return isPublicIPv4(parsed.toIPv4Address());
  if (parsed.match(TRANSLATED)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
}
