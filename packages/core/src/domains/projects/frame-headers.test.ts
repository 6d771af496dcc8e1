import { expect, it } from 'vitest';
import { refusedFrame } from './frame-headers.ts';

const refused = (headers: Record<string, string>, admin = 'https://cms.example.org') =>
  refusedFrame(headers, 'https://www.example.org', new URL(admin));
const csp = (policy: string, admin?: string) => refused({ 'content-security-policy': policy }, admin);

it('names an option that keeps a page out of frames of other sites', () => {
  expect(refused({})).toBeNull();
  for (const option of ['DENY', 'sameorigin', 'DENY, DENY', 'allowall, sameorigin']) {
    expect(refused({ 'x-frame-options': option }), option).toBe(`X-Frame-Options: ${option}`);
  }
  for (const option of ['', 'allow-from https://cms.example.org', 'allowall']) {
    expect(refused({ 'x-frame-options': option }), option).toBeNull();
  }
  expect(refused({ 'x-frame-options': 'SAMEORIGIN' }, 'https://www.example.org')).toBeNull();
});

it('goes by a policy instead, where one names ancestors', () => {
  const options = { 'x-frame-options': 'DENY' };
  expect(refused({ ...options, 'content-security-policy': "default-src 'self'" })).toBe('X-Frame-Options: DENY');
  expect(refused({ ...options, 'content-security-policy': 'frame-ancestors https://cms.example.org' })).toBeNull();
});

it('compares the sources of a policy with the admin', () => {
  for (const sources of [
    '*',
    'https:',
    'http:',
    'cms.example.org',
    "'self' https://cms.example.org",
    'HTTPS://CMS.example.org/',
    'http://cms.example.org',
    '*.example.org',
    'https://cms.example.org:443',
    'https://cms.example.org:*',
  ]) {
    expect(csp(`default-src 'none'; Frame-Ancestors ${sources}`), sources).toBeNull();
  }
  for (const sources of [
    "'none'",
    "'self'",
    '',
    'https://example.org',
    'https://cms.example.org.evil.example',
    '*.cms.example.org',
    'https://cms.example.org:8443',
    'ws:',
  ]) {
    const directive = `frame-ancestors ${sources}`.trim();
    expect(csp(`${directive}; img-src *`), sources).toBe(`Content-Security-Policy: ${directive}`);
  }
  expect(csp('frame-ancestors http://localhost:4311', 'http://localhost:4311')).toBeNull();
  expect(csp('frame-ancestors http://localhost:4311', 'http://localhost:4312')).toMatch(/4311$/);
  expect(csp('frame-ancestors https://localhost:*', 'http://localhost:4311')).toMatch(/\*$/);
});

it('needs every one of several policies to allow it, and only the first directive of each', () => {
  expect(csp("frame-ancestors *, frame-ancestors 'none'")).toBe("Content-Security-Policy: frame-ancestors 'none'");
  expect(csp("frame-ancestors *; frame-ancestors 'none'")).toBeNull();
});
