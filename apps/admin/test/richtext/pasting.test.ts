// @vitest-environment happy-dom
import { checkRichtext, type Json } from '@stele/schema';
import { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson, toValue } from '../../src/editor/richtext/document-json.ts';
import { formatLimits } from '../../src/editor/richtext/format-limits.ts';
import { allowedNames } from '../../src/editor/richtext/names.ts';
import { cellPaste, pasteExtension } from '../../src/editor/richtext/paste/paste-extension.ts';
import { formatExtensions } from '../../src/editor/richtext/schema/extensions.ts';
import { hostileHtml } from './hostile-html.ts';
import { documents, OFFERS } from './random-documents.ts';

const MOST_PASSES = 4;
const shape = { type: 'richtext', ...OFFERS } as const;
const nested = (times: number, open: string, close: string, inner = 'Kept'): string =>
  open.repeat(times) + inner + close.repeat(times);

/** An editor as the field has it, without its tools. */
class Field {
  /** Messages shown to the person. */
  readonly told: string[] = [];
  readonly editor: Editor;
  /** Whether its tables are as the editor wants them: of some that overlap, it makes new ones at each change. */
  readonly isStable: boolean;

  constructor(content: Json = { type: 'doc', content: [{ type: 'paragraph' }] }) {
    this.editor = new Editor({
      element: document.createElement('div'),
      content: content as object,
      extensions: [
        ...formatExtensions(allowedNames(OFFERS), { task: 'Done', ...OFFERS }),
        cellPaste(() => this.told.push('format')),
        pasteExtension({
          onPictures: null,
          onLeftOut: () => undefined,
          onRefused: () => this.told.push('format'),
          onFlattened: () => this.told.push('flattened'),
        }),
        formatLimits((refusal) => this.told.push(refusal)),
      ],
    });
    const { view } = this.editor;
    // Tables that lack cells are put right before.
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const fix = fixTables(view.state);
      if (fix) view.dispatch(fix.setMeta('addToHistory', false));
    }
    this.isStable = !fixTables(view.state);
  }

  [Symbol.dispose](): void {
    this.editor.destroy();
  }

  get json(): Json {
    return toJson(this.editor.state.doc);
  }

  get words(): string {
    return this.editor.state.doc.textContent;
  }

  paste(html: string): this {
    this.editor.view.pasteHTML(html, new ClipboardEvent('paste'));
    return this;
  }
}

describe('what is pasted can be saved', () => {
  it.each([
    [
      'a cell as wide as the table',
      '<table><tr><th>A</th><th>B</th></tr><tr><td colspan="100%">Kept</td></tr></table>',
    ],
    ['a cell wider than any table', '<table><tr><td colspan="1001">Kept</td></tr></table>'],
    ['a cell down to the end', '<table><tr><td rowspan="0">Kept</td><td>x</td></tr><tr><td>y</td></tr></table>'],
    ['a cell of no number', '<table><tr><td colspan="abc" rowspan="-1">Kept</td><td>x</td></tr></table>'],
    ['a list with bullets for numbers', '<ol type="disc"><li>Kept</li></ol>'],
    ['a list with a name for numbers', '<ol type="decimal"><li>Kept</li></ol>'],
    ['a list that starts nowhere', '<ol start=""><li>Kept</li></ol>'],
    ['a list that starts too high', '<ol start="99999999999"><li>Kept</li></ol>'],
    ['a link to two places', '<p><a href="/a" data-entry="ent_01">Kept</a></p>'],
    ['lists on all levels', nested(15, '<ul><li>Kept', '</li></ul>')],
    ['16 lists', nested(16, '<ul><li>Kept', '</li></ul>')],
    ['40 lists', nested(40, '<ol><li><p>Kept</p>', '</li></ol>')],
    ['11 tables', nested(11, '<table><tr><td>', '</td></tr></table>')],
    ['40 quotes', nested(40, '<blockquote type="cite"><div>Kept</div>', '</blockquote>')],
    ['300 quotes', nested(300, '<blockquote>', '</blockquote>', '<p>Kept</p><p>too</p>')],
  ])('with all its words: %s', (name, html) => {
    const field = new Field().paste(html);
    expect(checkRichtext(field.json, shape)).toEqual([]);
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    expect(field.words.replaceAll(/\s/g, '')).toBe(body.textContent?.replaceAll(/\s/g, ''));
    expect(field.told).toEqual(/^\d/.test(name) ? ['flattened'] : []);
  });

  it('gives a cell that is alone in its row the columns that the table has', () => {
    const rows = '<tr><th>A</th><th>B</th></tr>';
    const spans = (colspan: string) => {
      const { editor } = new Field().paste(`<table>${rows}<tr><td colspan="${colspan}">None</td></tr></table>`);
      const found: unknown[] = [];
      editor.state.doc.descendants(({ type, attrs }) => void (type.name === 'tableCell' && found.push(attrs.colspan)));
      return found;
    };
    for (const colspan of ['100%', '2', '50', '99999999999']) expect([colspan, spans(colspan)]).toEqual([colspan, [2]]);
    expect(spans('abc')).toEqual([1, 1]);
  });

  it('keeps the spans that cells of other rows show, in each part of a table', () => {
    const { editor } = new Field().paste(
      '<table><thead><tr><th rowspan="9">A</th><th colspan="3">B</th></tr><tr><th>C</th><th>D</th><th>E</th></tr></thead><tbody><tr><td colspan="2">F</td><td colspan="2">G</td></tr></tbody></table>',
    );
    const found: unknown[] = [];
    editor.state.doc.descendants(({ attrs, isTextblock, textContent }) => {
      if ('colspan' in attrs) found.push([textContent, attrs.colspan, attrs.rowspan]);
      return !isTextblock;
    });
    expect(found).toEqual([
      ['A', 1, 2],
      ['B', 3, 1],
      ['C', 1, 1],
      ['D', 1, 1],
      ['E', 1, 1],
      ['F', 2, 1],
      ['G', 2, 1],
    ]);
  });

  it('or is refused as a whole, whatever HTML it is, and wherever it goes', () => {
    let flattened = 0;
    fc.assert(
      fc.property(fc.option(documents, { nil: undefined }), hostileHtml, fc.nat(), (document, html, at) => {
        using field = new Field(document);
        fc.pre(field.isStable);
        const { editor } = field;
        const { doc, tr } = editor.state;
        editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve(at % (doc.content.size + 1)))));
        const before = editor.state.doc;
        field.paste(html);
        expect(checkRichtext(field.json, shape)).toEqual([]);
        if (field.told.includes('depth') || field.told.includes('format'))
          expect(editor.state.doc.eq(before)).toBe(true);
        else if (field.told.includes('flattened')) flattened++;
        editor.commands.undo();
        expect(editor.state.doc.eq(before)).toBe(true);
      }),
      // Making a failing case smaller takes thousands of editors.
      { numRuns: 60, endOnFailure: true },
    );
    expect(flattened).toBeGreaterThan(0);
  });
});

describe('an edit', () => {
  it('that nests too deep is not made, and says so', () => {
    const field = new Field().paste(nested(30, '<blockquote>', '</blockquote>', '<p>Kept</p>'));
    const { editor } = field;
    const before = editor.state.doc;
    editor.commands.toggleBulletList();
    expect(editor.state.doc.eq(before)).toBe(true);
    expect(field.told).toEqual(['depth']);
    editor.commands.insertContent('more');
    expect(field.words).toBe('Keptmore');
    expect(checkRichtext(field.json, shape)).toEqual([]);
  });

  it('that begins a list with too high a number is text', () => {
    const { editor } = new Field();
    const type = (text: string) => {
      for (const letter of text) {
        const { from, to } = editor.state.selection;
        const insert = () => editor.state.tr.insertText(letter, from, to);
        if (!editor.view.someProp('handleTextInput', (take) => take(editor.view, from, to, letter, insert))) {
          editor.view.dispatch(insert());
        }
      }
    };
    type('99999999999. x');
    expect(editor.state.doc.textContent).toBe('99999999999. x');
    editor.commands.setContent('');
    type('7. x');
    expect(toValue(editor.state.doc)).toMatchObject({ content: [{ type: 'orderedList', attrs: { start: 7 } }] });
  });
});
