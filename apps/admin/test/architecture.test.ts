import path from 'node:path';
import { importCycles, readLayeredSources, sourcesWithin, upwardImports } from '@stele/testing/layers';
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
  ['account', 'device', 'start'],
  ['shell'],
];

/** The same for the editor, which is the largest of them. */
const EDITOR = [
  ['entry-panel-context.ts', 'session'],
  ['form'],
  ['comments', 'parts', 'presence'],
  ['fields'],
  ['richtext', 'rows'],
  ['markdown'],
  ['controls'],
  ['history', 'languages', 'outline', 'preview', 'problems-menu.tsx', 'review'],
  ['publish', 'value-field.tsx'],
  [
    'editor-notices.tsx',
    'editor-skeleton.tsx',
    'entry-facts.tsx',
    'entry-menu.tsx',
    'save-indicator.tsx',
    'use-discard-untouched.ts',
    'use-editor-shortcuts.ts',
    'use-editor-top.ts',
    'use-preview-toggle.ts',
  ],
  ['editor-header.tsx'],
  ['entry-editor.tsx'],
  ['entry-panel.tsx'],
  ['entry-panel-host.tsx'],
  ['entry-screen.tsx'],
  ['feature.ts'],
];

const sources = readLayeredSources(path.join(import.meta.dirname, '..', 'src'));

describe('the modules of the admin', () => {
  it('are those that the plan has', () => {
    expect([...new Set(sources.map(({ module }) => module))].sort()).toEqual(LAYERS.flat().sort());
  });

  it('import downward only, types too', () => {
    expect(upwardImports(sources, LAYERS)).toEqual([]);
  });

  it('import downward only within the editor', () => {
    const within = sourcesWithin(sources, 'editor');
    expect([...new Set(within.map(({ module }) => module))].sort()).toEqual(EDITOR.flat().sort());
    expect(upwardImports(within, EDITOR)).toEqual([]);
  });

  it('have no cycles of files, types included', () => {
    expect(importCycles(sources)).toEqual([]);
  });
});

describe('a feature', () => {
  it('is its folder: few files outside of it name comments', () => {
    /** About comments in code, and in HTML. */
    const others = ['editor/fields/code-control.tsx', 'editor/richtext/paste/clean-html.ts'];
    const naming = sources
      .filter(
        ({ file, text }) => /comment/i.test(text) && !file.startsWith('editor/comments/') && !others.includes(file),
      )
      .map(({ file }) => file);
    expect(naming.sort()).toEqual([
      'editor/entry-editor.tsx',
      'editor/fields/field-aside.tsx',
      'editor/richtext/toolbar/floating-toolbar.tsx',
      'inbox/inbox-page.tsx',
      'shell/features.ts',
    ]);
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
