import { expect, it } from 'vitest';
import { foundKinds } from '../src/editor/rows/found-kinds.ts';

const KINDS = [
  { type: 'gallery', label: 'Bilderreihe', help: 'Fotos nebeneinander.' },
  { type: 'hero', label: 'Aufmacher', help: 'Ein großes Bild über der Seite.' },
  { type: 'cite', label: 'Zitat' },
  { type: 'cafe', label: 'Café' },
].map((kind) => ({ ...kind, fields: [] }));

const found = (text: string) => foundKinds(KINDS, text).map(({ type }) => type);

it('finds kinds of blocks by any part of label, text and key, whatever the case and the accents', () => {
  expect(found('')).toEqual(['gallery', 'hero', 'cite', 'cafe']);
  expect(found('  ZIT ')).toEqual(['cite']);
  expect(found('reihe')).toEqual(['gallery']);
  expect(found('cafe')).toEqual(['cafe']);
  expect(found('CAFÉ')).toEqual(['cafe']);
  expect(found('grosses')).toEqual(['hero']);
  expect(found('hero')).toEqual(['hero']);
  expect(found('seite bild')).toEqual(['hero']);
  expect(found('bild zitat')).toEqual([]);
});

it('lists those first whose labels have the words', () => {
  const [gallery, hero, ...others] = KINDS;
  if (!gallery || !hero) throw new Error('There are kinds.');
  expect(foundKinds([hero, gallery, ...others], 'bild').map(({ type }) => type)).toEqual(['gallery', 'hero']);
});
