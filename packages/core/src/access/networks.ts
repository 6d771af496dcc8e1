import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The fault in the text of an address or a network (`203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`).
 *
 * @returns a sentence; null without a fault
 */
export function faultOfNetwork(text: string): string | null {
  const [address = '', bits, ...more] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return FORM;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return 'Write IPv4 networks as such: 10.0.0.0/8.';
  if (bits === undefined) return null;
  if (!/^(0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > parsed.toByteArray().length * 8) return FORM;
  const kind = parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4;
  const network = kind.networkAddressFromCIDR(text).toString();
  return network === parsed.toString()
    ? null
    : `This names an address in a network. The network is ${network}/${bits}.`;
}

const FORM = 'Give an IP address or a network: 203.0.113.7, 10.0.0.0/8, 2001:db8::/32.';

/** Whether an address is one of these, or in a network of these. One that isn't known, or none, is in none. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const client = ipaddr.process(address);
  return networks.some((text) => {
    const [network, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), undefined];
    return network.kind() === client.kind() && client.match(network, bits ?? network.toByteArray().length * 8);
  });
}
