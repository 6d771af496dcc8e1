import { describe, expect, it } from 'vitest';
import { faultOfNetwork, isInNetworks } from './networks.ts';

describe('a network', () => {
  it.each(['203.0.113.7', '10.0.0.0/8', '0.0.0.0/0', '203.0.113.7/32', '2001:db8::/32', '::1', '2001:DB8::1/128'])(
    'is written as %s',
    (text) => expect(faultOfNetwork(text)).toBeNull(),
  );

  it.each([
    '',
    'localhost',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.1/8',
    ' 10.0.0.0/8',
    '2001:db8::/129',
    '2001:db8::1/32',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    '::ffff:10.0.0.1',
  ])('is not written as %j', (text) => expect(faultOfNetwork(text)).toMatch(/\.$/));

  const networks = ['10.1.0.0/16', '203.0.113.7', '2001:db8:0:1::/96', '::1'];
  it.each(['10.1.255.3', '203.0.113.7', '::ffff:10.1.2.3', '2001:db8:0:1::9', '2001:0db8::1:0:0:0:9', '::1'])(
    'holds %s',
    (address) => expect(isInNetworks(address, networks)).toBe(true),
  );

  it.each([
    '10.2.0.1',
    '203.0.113.8',
    '::ffff:10.2.0.1',
    '2001:db8:0:1:1::9',
    '::2',
    '',
    'unknown',
    '10.1.2.3:80',
    '10.1.2',
  ])('does not hold %j', (address) => expect(isInNetworks(address, networks)).toBe(false));

  it('holds addresses of its own kind only', () => {
    expect(isInNetworks('::1', ['0.0.0.0/0'])).toBe(false);
    expect(isInNetworks('127.0.0.1', ['::/0'])).toBe(false);
  });
});
