// @vitest-environment happy-dom
import { checkRichtext, isBlankRichtext, type Json, RICHTEXT_MARKS, RICHTEXT_NODES } from '@stele/schema';
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDocument, toValue } from '../../src/editor/richtext/document-json.ts';
import { allowedNames, usedNames } from '../../src/editor/richtext/names.ts';
import { formatExtensions } from '../../src/editor/richtext/schema/extensions.ts';
import { canonical, documents, OFFERS } from './random-documents.ts';

const schemaOf = (allow?: readonly string[]) =>
  getSchema(formatExtensions(allowedNames(allow ? { allow } : OFFERS), { task: 'Done', ...OFFERS }));
const SCHEMA = schemaOf();

describe('the schema of the editor', () => {
  it('has the nodes and marks of the format, by their names', () => {
    expect(Object.keys(SCHEMA.nodes).sort()).toEqual([...RICHTEXT_NODES].sort());
    expect(Object.keys(SCHEMA.marks).sort()).toEqual([...RICHTEXT_MARKS].sort());
  });

  it('has only what a field allows, with the parts of that', () => {
    const { nodes, marks } = schemaOf(['table', 'bold', 'taskList', 'heading']);
    expect(Object.keys(nodes).sort()).toEqual(
      [
        'doc',
        'heading',
        'paragraph',
        'tableCell',
        'tableHeader',
        'tableRow',
        'taskItem',
        'taskList',
        'table',
        'text',
      ].sort(),
    );
    expect(Object.keys(marks)).toEqual(['bold']);
    expect(Object.keys(schemaOf([]).nodes).sort()).toEqual(['doc', 'paragraph', 'text']);
    expect(Object.keys(schemaOf(['image', 'embed']).nodes).sort()).toEqual([
      'doc',
      'embed',
      'image',
      'paragraph',
      'text',
    ]);
  });
});

describe('a document', () => {
  it('comes out as it went in, whatever of the format is in it, and passes the check of the format', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(documents, (document) => {
        expect(checkRichtext(document, { type: 'richtext', ...OFFERS })).toEqual([]);
        for (const name of usedNames(document)) seen.add(name);
        const out = toValue(toDocument(SCHEMA, document));
        if (isBlankRichtext(document)) expect(out).toBeNull();
        else {
          expect(canonical(out)).toEqual(canonical(document));
          expect(checkRichtext(out, { type: 'richtext', ...OFFERS })).toEqual([]);
          const allow = [...RICHTEXT_NODES, ...RICHTEXT_MARKS];
          expect(checkRichtext(out, { type: 'richtext', allow, ...OFFERS })).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
    expect([...seen].sort()).toEqual([...RICHTEXT_NODES, ...RICHTEXT_MARKS].sort());
  });

  it('that says nothing is no value', () => {
    for (const blank of [
      null,
      undefined,
      { type: 'doc', content: [] },
      { type: 'doc', content: [{ type: 'paragraph' }] },
    ]) {
      expect(toValue(toDocument(SCHEMA, blank as Json))).toBeNull();
    }
  });

  it('that has something unknown is refused, and not made smaller', () => {
    const unknown: Json[] = [
      { type: 'doc', content: [{ type: 'video', attrs: { src: 'a' } }] },
      {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'blink' }] }] }],
      },
      { type: 'doc', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
    ];
    for (const document of unknown) expect(() => toDocument(SCHEMA, document)).toThrow(RangeError);
  });
});
