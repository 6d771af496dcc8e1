import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  checkValues,
  code,
  collection,
  configSource,
  convertValue,
  defineConfig,
  diffSchemas,
  type FieldShape,
  mergeValues,
  type Published,
  parseSchema,
  renderValues,
  SchemaError,
  text,
  textsIn,
  typesSource,
} from '../src/index.ts';

const snippets = collection({
  key: 'snippets',
  fields: { title: text(), snippet: code({ languages: ['ts', 'html'], required: true, localized: true, max: 20 }) },
});
const { schema } = defineConfig({ collections: [snippets] });
const [document] = schema.collections;
if (!document) throw new Error('There is no collection.');

const issuesOf = (snippet: unknown, mode: 'draft' | 'publish') =>
  checkValues(document, { snippet: snippet as never }, mode).map(({ path, message }) => [path.join('.'), message]);

describe('a field of code', () => {
  it('takes a language and a text, and names the part that is wrong', () => {
    expect(issuesOf({ language: 'ts', text: 'let a;' }, 'publish')).toEqual([]);
    expect(issuesOf('let a;', 'draft')).toEqual([['snippet', 'This must be an object.']]);
    expect(issuesOf({ language: 1, text: 2, more: 3 }, 'draft')).toEqual([
      ['snippet.more', 'There is no field "more" here.'],
      ['snippet.language', 'This must be text.'],
      ['snippet.text', 'This must be text.'],
    ]);
    // JSON may hold what has no form as text.
    expect(issuesOf({ language: 'ts', text: { toString: 1 } }, 'publish')).toEqual([
      ['snippet.text', 'This must be text.'],
    ]);
    // Rules of publishing don't keep anyone from saving.
    expect(issuesOf({ language: 'sql', text: 'x'.repeat(21) }, 'draft')).toEqual([]);
    expect(issuesOf({ language: 'sql', text: 'x'.repeat(21) }, 'publish')).toEqual([
      ['snippet.language', 'This must be one of: ts, html.'],
      ['snippet.text', 'This must have at most 20 characters. It has 21.'],
    ]);
  });

  it('is missing while it has no text', () => {
    expect(issuesOf({ language: 'ts', text: ' \n' }, 'publish')).toEqual([['snippet', 'This field is required.']]);
    expect(issuesOf(null, 'publish')).toEqual([['snippet', 'This field is required.']]);
  });

  it('may be in any language where it names none, but not in none', () => {
    const any = defineConfig({ collections: [collection({ key: 'a', fields: { b: code() } })] }).schema.collections[0];
    if (!any) throw new Error('There is no collection.');
    expect(checkValues(any, { b: { language: 'brainfuck', text: '+' } }, 'publish')).toEqual([]);
    expect(checkValues(any, { b: { language: '', text: '+' } }, 'publish')).toHaveLength(1);
  });

  it('is declared with languages that exist once', () => {
    const declare = (languages: readonly string[]) => () =>
      defineConfig({ collections: [collection({ key: 'a', fields: { b: code({ languages }) } })] });
    expect(declare(['ts', 'ts'])).toThrow(SchemaError);
    expect(declare(['Type Script'])).toThrow('The name of a language, such as ts or c++.');
    expect(declare(['c++', 'c#', 'objective-c'])).not.toThrow();
  });

  it('is published as it is, found by its text, and typed', () => {
    const values = { snippet: { language: 'ts', text: 'let a;' } };
    const resolver = { collectionOf: () => null, asset: () => null, assetText: () => null, textPicture: () => null };
    expect(renderValues(document, values, resolver)).toEqual(values);
    expect(textsIn(document, values)).toEqual(['let a;']);
    expect(typesSource(schema)).toContain(
      "readonly snippet: { readonly language: 'ts' | 'html'; readonly text: string };",
    );
    expect(configSource(schema)).toContain(
      "snippet: code({ required: true, localized: true, languages: ['ts', 'html'], max: 20 })",
    );
    expectTypeOf<Published<typeof snippets>['snippet']>().toEqualTypeOf<{
      readonly language: 'ts' | 'html';
      readonly text: string;
    }>();
  });

  it('merges its text by lines and its language as a whole', () => {
    const base = { snippet: { language: 'ts', text: 'one\ntwo\nthree' } };
    const mine = { snippet: { language: 'html', text: 'one!\ntwo\nthree' } };
    const theirs = { snippet: { language: 'ts', text: 'one\ntwo\nthree!' } };
    const merged = mergeValues(document.fields, { base, mine, theirs });
    expect(merged.conflicts).toEqual([]);
    expect(merged.values).toEqual({ snippet: { language: 'html', text: 'one!\ntwo\nthree!' } });
    const other = { snippet: { language: 'js', text: 'one\ntwo\nthree' } };
    const { conflicts } = mergeValues(document.fields, { base, mine, theirs: other });
    expect(conflicts.map(({ path }) => path)).toEqual([['snippet', 'language']]);
  });

  it('is made of texts and becomes one', () => {
    const field: FieldShape = { type: 'code', languages: ['html', 'ts'] };
    const value = { language: 'html', text: '<b>' };
    expect(convertValue('<b>', { type: 'textarea' }, field)).toEqual({ value, lossless: true });
    expect(convertValue('<b>', { type: 'text' }, { type: 'code' })?.value).toEqual({
      language: 'plaintext',
      text: '<b>',
    });
    expect(convertValue(value, field, { type: 'textarea' })).toEqual({ value: '<b>', lossless: false });
    expect(convertValue(value, { type: 'json' }, field)).toEqual({ value, lossless: true });
    expect(convertValue(7, { type: 'number' }, field)).toBeNull();
  });

  it('has stricter rules with fewer languages, and looser ones with more', () => {
    const withLanguages = (languages: readonly string[] | undefined) => {
      const fields = [{ key: 'b', type: 'code', ...(languages && { languages }) }];
      const { schema: made } = parseSchema({ format: 1, collections: [{ key: 'a', fields }] });
      if (!made) throw new Error('This schema makes no sense.');
      return made;
    };
    const kinds = (was: readonly string[] | undefined, now: readonly string[] | undefined) =>
      diffSchemas(withLanguages(was), withLanguages(now)).diff?.changes.map(({ kind }) => kind);
    expect(kinds(['ts', 'html'], ['ts'])).toEqual(['field.constrained']);
    expect(kinds(undefined, ['ts'])).toEqual(['field.constrained']);
    expect(kinds(['ts'], ['ts', 'html'])).toEqual(['field.loosened']);
    expect(kinds(['ts'], undefined)).toEqual(['field.loosened']);
  });
});
