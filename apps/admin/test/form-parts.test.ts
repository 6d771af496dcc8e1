import type { FieldDocument } from '@stele/schema';
import { describe, expect, it } from 'vitest';
import { FormParts, groupId } from '../src/editor/form/form-parts.ts';
import { fieldsTo } from '../src/editor/form/paths.ts';
import { spreadOf } from '../src/editor/form/spread.ts';
import { sectionsOf, tabsOf } from '../src/editor/parts/form-layout.ts';

const text = (key: string, more: object = {}): FieldDocument => ({
  key,
  label: key,
  required: false,
  type: 'text',
  ...more,
});
const keysOf = (fields: readonly FieldDocument[]): string => fields.map(({ key }) => key).join(' ');

describe('the parts of a form', () => {
  it('are groups where their first field is, and fields by themselves', () => {
    const fields = [
      text('a'),
      text('b', { group: 'S' }),
      text('c'),
      text('d', { group: 'T' }),
      text('e', { group: 'S' }),
    ];
    expect(sectionsOf(fields).map((one) => [one.group, keysOf(one.fields)])).toEqual([
      [null, 'a'],
      ['S', 'b e'],
      [null, 'c'],
      ['T', 'd'],
    ]);
  });

  it('are tabs: first the fields without one, then the others by their first fields', () => {
    const fields = [text('a', { tab: 'Z' }), text('b'), text('c', { tab: 'A' }), text('d', { tab: 'Z' }), text('e')];
    expect(tabsOf(fields).map(({ name, fields: own }) => [name, keysOf(own)])).toEqual([
      ['', 'b e'],
      ['Z', 'a d'],
      ['A', 'c'],
    ]);
    expect(tabsOf([text('a', { tab: 'Z' })]).map(({ name }) => name)).toEqual(['Z']);
  });

  it('open for a field, at any depth', () => {
    const inner = text('by', { group: 'Source' });
    const fields: FieldDocument[] = [
      text('title'),
      text('parts', {
        tab: 'Text',
        group: 'Long',
        type: 'blocks',
        types: [{ key: 'quote', label: 'Quote', fields: [inner] }],
      }),
    ];
    const way = fieldsTo(fields, 'parts.3.by', { parts: [null, null, null, { _type: 'quote' }] });
    expect(way.map(({ holder, field }) => [holder, field.key])).toEqual([
      ['', 'parts'],
      ['parts.3', 'by'],
    ]);
    const parts = new FormParts('key');
    const groups = [groupId('', fields[1] ?? inner), groupId('parts.0', inner)];
    parts.fold([...groups, 'another'], true);
    expect(groups.map((id) => parts.isFolded(id))).toEqual([true, true]);
    parts.reveal(way);
    expect([parts.tab(), ...groups.map((id) => parts.isFolded(id)), parts.isFolded('another')]).toEqual([
      'Text',
      false,
      false,
      true,
    ]);
  });
});

describe('whether a field is for all languages', () => {
  const form = (localized: number, shared: number): FieldDocument[] =>
    Array.from({ length: localized + shared }, (_, index) => text(`f${index}`, { localized: index < localized }));

  it.each([
    [3, 9, 3, 'own', null],
    [9, 3, 3, null, 'shared'],
    [5, 5, 2, null, 'mixed'],
    [5, 0, 3, null, null],
    [0, 5, 3, null, null],
    [9, 3, 1, null, null],
  ])('is said of the few: %i localized, %i shared, %i languages', (localized, shared, locales, own, others) => {
    const spread = spreadOf(form(localized, shared), locales);
    expect([spread(true), spread(false)]).toEqual([own, others]);
  });
});
