import { describe, expect, it } from 'vitest';
import * as edits from '../src/editor/fields/text-edits.ts';

/** Carries an edit out; brackets stand around what is selected, before and after. */
function run(marked: string, make: (text: string, selection: edits.Selection) => edits.TextEdit): string {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const { start: from, end: to, text: by, select } = make(text, { start, end });
  const after = text.slice(0, from) + by + text.slice(to);
  return `${after.slice(0, select.start)}⟦${after.slice(select.start, select.end)}⟧${after.slice(select.end)}`;
}

describe('the tools of Markdown', () => {
  it('set signs around words, and take them away again', () => {
    const bold = (text: string, selection: edits.Selection) => edits.wrap(text, selection, '**');
    expect(run('a ⟦b⟧ c', bold)).toBe('a **⟦b⟧** c');
    expect(run('a **⟦b⟧** c', bold)).toBe('a ⟦b⟧ c');
    expect(run('a ⟦**b**⟧ c', bold)).toBe('a ⟦b⟧ c');
    expect(run('a ⟦⟧', bold)).toBe('a **⟦⟧**');
  });

  it('set signs before lines, and take them away when all have them', () => {
    const list = (text: string, selection: edits.Selection) => edits.prefixLines(text, selection, () => '- ');
    const numbers = (text: string, selection: edits.Selection) =>
      edits.prefixLines(text, selection, (line) => `${line + 1}. `);
    expect(run('x\n⟦a\nb⟧\ny', list)).toBe('x\n⟦- a\n- b⟧\ny');
    expect(run('⟦- a\n- b⟧', list)).toBe('⟦a\nb⟧');
    expect(run('⟦- a\nb⟧', list)).toBe('⟦- - a\n- b⟧');
    expect(run('⟦a\nb⟧', numbers)).toBe('⟦1. a\n2. b⟧');
    expect(run('ab⟦⟧c', list)).toBe('- ab⟦⟧c');
    expect(run('⟦⟧', list)).toBe('- ⟦⟧');
  });

  it('go through the levels of headings', () => {
    const levels = ['a⟦⟧'];
    for (let step = 0; step < 3; step++) levels.push(run(levels.at(-1) ?? '', edits.nextHeading));
    expect(levels).toEqual(['a⟦⟧', '## a⟦⟧', '### a⟦⟧', 'a⟦⟧']);
  });

  it('make code of words and of lines, and links whose missing half is selected', () => {
    expect(run('⟦a⟧', edits.code)).toBe('`⟦a⟧`');
    expect(run('⟦a\nb⟧', edits.code)).toBe('```\n⟦a\nb⟧\n```');
    expect(run('⟦a⟧', edits.link)).toBe('[a](⟦https://⟧)');
    expect(run('⟦⟧', edits.link)).toBe('[⟦⟧](https://)');
    expect(run('⟦a⟧!', (text, selection) => edits.link(text, selection, 'https://b.example'))).toBe(
      '[a](https://b.example)⟦⟧!',
    );
  });

  it('know addresses, and keep a text from ending its picture', () => {
    expect(['https://a.example/b', ' mailto:a@b.example ', 'a.example', 'https://a b'].map(edits.isAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(edits.escapeAlt('a]\n[b\\')).toBe('a\\] \\[b\\\\');
  });
});
