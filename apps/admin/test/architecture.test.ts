import path from 'node:path';
import { importCycles, readLayeredSources, upwardImports } from '@stele/testing/layers';
import { describe, expect, it } from 'vitest';

/** The modules of the admin, layer by layer: a file imports its own module and lower ones. */
const LAYERS = [
  ['api'],
  ['i18n'],
  ['ui'],
  ['project'],
  ['entry', 'values'],
  ['media'],
  ['changes'],
  ['field-types'],
  ['delivery', 'translation'],
  ['editor'],
  ['audit', 'entries', 'first-steps', 'inbox', 'schema', 'settings', 'sign-in', 'site', 'webhooks'],
  ['operating'],
  ['account', 'device'],
  ['shell'],
];

const sources = readLayeredSources(path.join(import.meta.dirname, '..', 'src'));

describe('the modules of the admin', () => {
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

it('classes name the start and the end of a line, since some languages are written from right to left', () => {
  const physical =
    /(?<=[\s"'`:])-?(?:(?:m|p|scroll-m)[lr]-(?:\d|auto|\[)|(?:left|right)-(?!1\/2)(?:\d|full|\[)|border-[lr](?=[\s"'`-])|rounded-[lr](?=[\s"'`-])|(?<!rtl:)text-(?:left|right)(?=[\s"'`]))/;
  const classes = /(["'`])[^"'`\n]*\1/g;
  const wrong = sources.filter(
    ({ file, text }) => file.endsWith('.tsx') && (text.match(classes) ?? []).some((one) => physical.test(one)),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

describe('keys and text boxes', () => {
  const those = (isWrong: (text: string) => boolean): string[] =>
    sources.filter(({ text, module }) => module !== 'i18n' && isWrong(text)).map(({ file }) => file);

  it('ask `isEnter` whether Enter was pressed, so that ending a composition does nothing', () => {
    expect(those((text) => /(['"`])Enter\1/.test(text))).toEqual(['ui/keys.ts']);
    expect(those((text) => /\.(?:isComposing|keyCode)\b/.test(text))).toEqual(['ui/keys.ts']);
  });

  it('are `Input` and `Textarea`, which let input methods compose', () => {
    const boxes = /<(?:textarea|input)\b(?:[^>]|=>)*?\/?>/g;
    const isText = (box: string): boolean => !/\breadOnly\n|\btype="|\.\.\.radio\(/.test(box);
    expect(those((text) => (text.match(boxes) ?? []).some(isText))).toEqual(['ui/input.tsx', 'ui/plain-input.tsx']);
    // No one else can change the words of a search.
    expect(those((text) => /<PlainInput\b/.test(text))).toEqual(['ui/input.tsx', 'ui/search-box.tsx']);
  });
});
