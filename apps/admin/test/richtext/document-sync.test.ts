// @vitest-environment happy-dom
import type { Json } from '@stele/schema';
import { getSchema } from '@tiptap/core';
import { history, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { tableEditing } from '@tiptap/pm/tables';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toDocument } from '../../src/editor/richtext/document-json.ts';
import { DocumentSync } from '../../src/editor/richtext/document-sync.ts';
import { allowedNames } from '../../src/editor/richtext/names.ts';
import { outsideChange } from '../../src/editor/richtext/outside-change.ts';
import { formatExtensions } from '../../src/editor/richtext/schema/extensions.ts';
import { documents, OFFERS } from './random-documents.ts';

const SCHEMA = getSchema(formatExtensions(allowedNames(OFFERS), { task: 'Done', ...OFFERS }));
const doc = (...lines: string[]): Json => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })),
});

/** An editor without a screen. */
class Typist {
  state: EditorState;
  readonly told: Json[] = [];
  readonly sync: DocumentSync;

  constructor(value: Json | undefined) {
    this.state = EditorState.create({ doc: toDocument(SCHEMA, value), plugins: [history(), tableEditing()] });
    const typist = this;
    this.sync = new DocumentSync(
      {
        get state() {
          return typist.state;
        },
        dispatch: (transaction) => this.dispatch(transaction),
      },
      value,
      (next) => this.told.push(next),
    );
  }

  dispatch(transaction: Transaction): void {
    const before = this.state.doc;
    this.state = this.state.apply(transaction);
    if (this.state.doc !== before) this.sync?.changed();
  }

  /** Types after some words. */
  type(after: string, text: string): void {
    let at = -1;
    this.state.doc.descendants((node, position) => {
      const index = node.isText ? (node.text ?? '').indexOf(after) : -1;
      if (index >= 0) at = position + index + after.length;
    });
    const { tr } = this.state;
    this.dispatch(tr.setSelection(TextSelection.create(tr.doc, at)).insertText(text));
  }

  /** The line that the cursor is in, with the cursor as `|`. */
  get caret(): string {
    const { parent, parentOffset } = this.state.selection.$head;
    return `${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`;
  }

  get lines(): string[] {
    return this.state.doc.content.content.map((node) => node.textContent);
  }
}

describe('an editor and the value of its field', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => vi.useRealTimers());

  it('tell each other what is typed: the first key soon, others together, and the last one when asked', () => {
    const typist = new Typist(doc('a'));
    for (const key of 'bcd') typist.type('a', key);
    expect(typist.told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(typist.told).toEqual([doc('adcb')]);
    typist.type('a', 'e');
    typist.type('a', 'f');
    vi.advanceTimersByTime(100);
    expect(typist.told).toHaveLength(1);
    typist.sync.flush();
    expect(typist.told).toEqual([doc('adcb'), doc('afedcb')]);
    vi.advanceTimersByTime(1000);
    expect(typist.told).toHaveLength(2);
  });

  it('say nothing of a document that is only put right, nor of what comes back to what it was', () => {
    const raw: Json = {
      type: 'doc',
      content: [
        {
          type: 'table',
          content: [
            { type: 'tableRow', content: [cell('a'), cell('b')] },
            { type: 'tableRow', content: [cell('c')] },
          ],
        },
        { type: 'orderedList', attrs: { start: 1 }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
      ],
    };
    const typist = new Typist(raw);
    typist.dispatch(typist.state.tr.setSelection(TextSelection.atEnd(typist.state.doc)));
    vi.advanceTimersByTime(1000);
    expect(typist.told).toEqual([]);
    typist.type('b', '!');
    vi.advanceTimersByTime(1000);
    undo(typist.state, (transaction) => typist.dispatch(transaction));
    vi.advanceTimersByTime(1000);
    expect(typist.told).toHaveLength(2);
    expect(typist.told[1]).toBe(raw);
  });

  it('make nothing of a document from which all was deleted', () => {
    const typist = new Typist(doc('a'));
    typist.dispatch(typist.state.tr.delete(1, 2));
    typist.sync.flush();
    expect(typist.told).toEqual([null]);
  });

  it('take in what comes from outside where it differs: the cursor stays in its words, and nothing echoes', () => {
    const typist = new Typist(doc('one', 'two'));
    typist.type('two', '!');
    typist.sync.flush();
    const { told } = typist;
    typist.sync.receive(told[0] ?? null);
    typist.sync.receive(doc('zero', 'one, changed', 'two!'));
    vi.advanceTimersByTime(1000);
    expect(typist.lines).toEqual(['zero', 'one, changed', 'two!']);
    expect(typist.state.selection.$head.parent.textContent).toBe('two!');
    expect(typist.state.selection.$head.parentOffset).toBe(4);
    expect(told).toHaveLength(1);
  });

  it('leave the cursor in its words when others changed what is before and after it at once', () => {
    const lines = new Typist(doc('one', 'two', 'three'));
    lines.type('two', '!');
    lines.sync.flush();
    lines.sync.receive(doc('zero', 'one, changed', 'two!', 'three, changed'));
    expect(lines.lines).toEqual(['zero', 'one, changed', 'two!', 'three, changed']);
    expect(lines.caret).toBe('two!|');
    undo(lines.state, (transaction) => lines.dispatch(transaction));
    expect(lines.lines).toEqual(['zero', 'one, changed', 'two', 'three, changed']);

    const more = new Typist(doc('one', 'two and three', 'four'));
    more.type('three', '!');
    more.sync.flush();
    more.sync.receive(doc('zero', 'one, changed', 'now two and three!', 'four, changed'));
    expect(more.lines).toEqual(['zero', 'one, changed', 'now two and three!', 'four, changed']);
    expect(more.caret).toBe('now two and three!|');

    const words = new Typist(doc('one two three four five'));
    words.type('three', '!');
    words.sync.flush();
    words.sync.receive(doc('ONE two three! four FIVE six'));
    expect(words.lines).toEqual(['ONE two three! four FIVE six']);
    expect(words.caret).toBe('ONE two three!| four FIVE six');
    undo(words.state, (transaction) => words.dispatch(transaction));
    expect(words.lines).toEqual(['ONE two three four FIVE six']);
    expect(words.told).toHaveLength(1);
  });

  it('take over any document just as it is', () => {
    const contentOf = (value: Json): Json[] => (value as { content?: Json[] }).content ?? [];
    const made = (...values: Json[]) => toDocument(SCHEMA, { type: 'doc', content: values.flatMap(contentOf) });
    fc.assert(
      fc.property(documents, documents, documents, (one, two, three) => {
        const [base, next] = [made(one, two, three), made(two, two, three)];
        const change = outsideChange(EditorState.create({ doc: base }), base, next);
        expect((change?.doc ?? base).eq(next)).toBe(true);
      }),
    );
  });

  it('undo what was typed here, and never what came from outside', () => {
    const typist = new Typist(doc('one', 'two'));
    typist.type('two', '!');
    typist.sync.flush();
    typist.sync.receive(doc('one, changed', 'two!'));
    undo(typist.state, (transaction) => typist.dispatch(transaction));
    expect(typist.lines).toEqual(['one, changed', 'two']);
    expect(undo(typist.state)).toBe(false);
  });

  it('join what is held back here with what came in at another place', () => {
    const before = new Typist(doc('one', 'two', 'three'));
    before.type('three', '!');
    before.sync.receive(doc('one?', 'two', 'three'));
    expect(before.lines).toEqual(['one?', 'two', 'three!']);
    vi.advanceTimersByTime(1000);
    expect(before.told).toEqual([doc('one?', 'two', 'three!')]);

    const after = new Typist(doc('one', 'two', 'three'));
    after.type('one', '!!');
    after.sync.receive(doc('one', 'two', 'three?'));
    expect(after.lines).toEqual(['one!!', 'two', 'three?']);
    after.sync.flush();
    expect(after.told).toEqual([doc('one!!', 'two', 'three?')]);
  });

  it('keep what is held back where both changed the same place', () => {
    const typist = new Typist(doc('one'));
    typist.type('one', ' here');
    typist.sync.receive(doc('one there'));
    expect(typist.lines).toEqual(['one here']);
    vi.advanceTimersByTime(1000);
    expect(typist.told).toEqual([doc('one here')]);
  });

  it('refuse what the editor does not know', () => {
    const typist = new Typist(doc('one'));
    expect(() => typist.sync.receive({ type: 'doc', content: [{ type: 'movie' }] })).toThrow(RangeError);
    expect(typist.lines).toEqual(['one']);
  });
});

function cell(text: string): Json {
  return { type: 'tableCell', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}
