import path from 'node:path';
import { importCycles, readLayeredSources, upwardImports } from '@stele/testing/layers';
import { describe, expect, it } from 'vitest';

/** The modules of the loader, layer by layer: a file imports its own module and lower ones. */
const LAYERS = [
  [
    'clock.ts',
    'describe-age.ts',
    'errors.ts',
    'for-each-bounded.ts',
    'log.ts',
    'made-once.ts',
    'secrets.ts',
    'take-variables.ts',
  ],
  ['format', 'http'],
  ['cache', 'remote'],
  ['builds', 'pointer', 'snapshot'],
  ['entries', 'settings.ts'],
  ['content', 'types.ts'],
  ['drafts', 'pages'],
  ['loader.ts'],
  ['create-loader.ts'],
  ['index.ts'],
  ['follow.ts', 'images', 'preview'],
  ['next-config', 'preview-react', 'rehype', 'richtext', 'visits', 'website'],
  ['seo', 'vite'],
  ['astro', 'next'],
];

const sources = readLayeredSources(path.join(import.meta.dirname, '..', 'src'));

describe('the modules of the loader', () => {
  it('are those that the plan has', () => {
    expect([...new Set(sources.map(({ module }) => module))].sort()).toEqual(LAYERS.flat().sort());
  });

  it('import downward only, types too', () => {
    expect(upwardImports(sources, LAYERS)).toEqual([]);
  });

  it('have no cycles of files, types included', () => {
    expect(importCycles(sources)).toEqual([]);
  });
});
