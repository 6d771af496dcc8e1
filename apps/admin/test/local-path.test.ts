import { describe, expect, it } from 'vitest';
import { localPath } from '../src/sign-in/local-path.ts';

describe('where to go after signing in', () => {
  it.each([
    '/',
    '/projects/prj_1/entries?collection=posts&q=a%2Fb#x',
    '/projects/prj_1/entries?next=//evil.example',
    '/a//b',
  ])('may be %s of this site', (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'projects',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '\u0000//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/./\t/evil.example',
    '/%2e//evil.example',
    '///evil.example',
    'http:///evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//[',
  ])('is the start instead of %j', (wanted) => {
    expect(localPath(wanted)).toBe('/');
  });
});
