import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '..', 'src');
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** Places that open another window: links with a target, and calls. */
const openings = files.flatMap((file) => {
  const text = readFileSync(path.join(SOURCES, file), 'utf8');
  const links = [...text.matchAll(/<[A-Za-z.]+\s[^<]*?target="_blank"[^<]*?(?<!=)>/g)];
  const calls = [...text.matchAll(/window\.open\([^;]*\);/g)];
  return [...links, ...calls].map(([code]) => ({ file, code }));
});

it('finds the places that open a window', () => {
  const named = files.filter((file) =>
    /target="_blank"|window\.open\(/.test(readFileSync(path.join(SOURCES, file), 'utf8')),
  );
  expect(new Set(openings.map(({ file }) => file))).toEqual(new Set(named));
});

it.each(openings)('leaves no way from the opened window to this one: $file', ({ code }) => {
  expect(code).toMatch(/rel="[^"]*\b(noreferrer|noopener)\b|['",]noopener\b/);
});
