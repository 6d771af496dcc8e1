// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkRichtext, type Json } from '@stele/schema';
import { Editor } from '@tiptap/core';
import { DOMParser as DocumentParser } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { toValue } from '../../src/editor/richtext/document-json.ts';
import { allowedNames } from '../../src/editor/richtext/names.ts';
import { cleanHtml } from '../../src/editor/richtext/paste/clean-html.ts';
import { looksLikeMarkdown, sliceOfMarkdown } from '../../src/editor/richtext/paste/markdown-paste.ts';
import { formatExtensions } from '../../src/editor/richtext/schema/extensions.ts';

const editorOf = (allow?: readonly string[]): Editor =>
  new Editor({
    element: null,
    extensions: formatExtensions(allowedNames(allow ? { allow } : {}), { task: 'Done' }),
  });
const clipboard = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, 'clipboard', `${name}.clipboard`), 'utf8');

function pasted(html: string, allow?: readonly string[]): Json {
  const { schema } = editorOf(allow);
  const { body } = new DOMParser().parseFromString(cleanHtml(html), 'text/html');
  const value = toValue(DocumentParser.fromSchema(schema).parse(body));
  expect(checkRichtext(value, { type: 'richtext', ...(allow && { allow }) })).toEqual([]);
  return value;
}
function markdown(text: string, allow?: readonly string[]): Json | null {
  const editor = editorOf(allow);
  const slice = sliceOfMarkdown(editor, text);
  if (!slice) return null;
  const value = toValue(editor.schema.topNodeType.create(null, slice.content));
  expect(checkRichtext(value, { type: 'richtext', ...(allow && { allow }) })).toEqual([]);
  return value;
}
const text = (value: string, ...marks: Json[]): Json => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }),
});
const paragraph = (...content: Json[]): Json => ({ type: 'paragraph', content });
const list = (type: string, ...items: Json[][]): Json => ({
  type,
  content: items.map((content) => ({ type: 'listItem', content })),
});
const doc = (...content: Json[]): Json => ({ type: 'doc', content });

describe('what is pasted', () => {
  it('from Google Docs keeps headings, marks, lists and links, and drops fonts and colours', () => {
    expect(pasted(clipboard('google-docs'))).toEqual(
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('Field notes')] },
        paragraph(
          text('The '),
          text('heron', 'bold'),
          text(' waits', 'italic', 'underline'),
          text(', see '),
          text('the weir', { type: 'link', attrs: { href: 'https://example.com/weir' } }),
          text('2', 'superscript'),
        ),
        list(
          'bulletList',
          [paragraph(text('one')), list('bulletList', [paragraph(text('one and a half'))])],
          [paragraph(text('two'))],
        ),
      ),
    );
  });

  it('from Word becomes lists and tables, without its own marks', () => {
    expect(pasted(clipboard('word'))).toEqual(
      doc(
        { type: 'heading', attrs: { level: 1 }, content: [text('Survey')] },
        paragraph(text('Mayflies are '), text('many', 'bold'), text(' and '), text('brief', 'italic'), text('.')),
        list(
          'bulletList',
          [paragraph(text('Net')), list('bulletList', [paragraph(text('Fine mesh'))])],
          [paragraph(text('Bucket'))],
        ),
        paragraph(text('Then:')),
        list('orderedList', [paragraph(text('Count'))]),
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: ['Day', '12'].map((one) => ({ type: 'tableCell', content: [paragraph(text(one))] })),
            },
          ],
        },
      ),
    );
  });

  it('from Word keeps apart lists that follow each other, and numbers that go on', () => {
    const item = (list: string, sign: string, words: string): string =>
      `<p class=MsoListParagraph style='mso-list:${list} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span><![endif]>${words}</p>`;
    const items = [
      item('l0 level1', '·', 'Net'),
      item('l0 level2', 'o', 'Fine mesh'),
      item('l1 level1', '1.', 'Count'),
      item('l1 level2', 'a.', 'By hand'),
      item('l1 level1', '2.', 'Write'),
      item('l0 level1', '·', 'Bucket'),
      item('l1 level1', '3.', 'Go home'),
    ];
    const numbered = list('orderedList', [paragraph(text('Go home'))]);
    expect(pasted(`<html><body>${items.join('')}</body></html>`)).toEqual(
      doc(
        list('bulletList', [paragraph(text('Net')), list('bulletList', [paragraph(text('Fine mesh'))])]),
        list(
          'orderedList',
          [paragraph(text('Count')), list('orderedList', [paragraph(text('By hand'))])],
          [paragraph(text('Write'))],
        ),
        list('bulletList', [paragraph(text('Bucket'))]),
        { ...(numbered as object), attrs: { start: 3 } },
      ),
    );
  });

  it.each([
    '1.',
    '12)',
    '(1)',
    '1.2.',
    '1.2',
    'a.',
    '(a)',
    'bb)',
    'xviii.',
    '(iv)',
    'XLVIII)',
    '[3]',
    'б)',
    '（1）',
    '三、',
  ])('from Word is a numbered list by its sign: %s', (sign) => {
    const item = (text: string): string =>
      `<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${text}<span>&nbsp; </span></span>Net</p>`;
    const value = pasted(`${item('1.')}${item(sign)}${item('3.')}`) as { content: object[] };
    expect(value.content).toMatchObject([{ type: 'orderedList', content: [{}, {}, {}] }]);
  });

  it.each(['·', 'o', '§', '-', '–', 'Ø', '', 'Step'])('from Word is a list of points by its sign: %s', (sign) => {
    const value = pasted(`<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${sign} </span>Net</p>`);
    expect(value).toMatchObject({ content: [{ type: 'bulletList' }] });
  });

  it('from a web page brings no script, style, tracker or unsafe link', () => {
    expect(pasted(clipboard('web-page'))).toEqual(
      doc(
        { type: 'heading', attrs: { level: 3 }, content: [text('Build')] },
        paragraph(
          text('Run '),
          text('npm start', 'code'),
          text(', or this and '),
          text('read ', { type: 'link', attrs: { href: 'https://example.com/docs' } }),
          text('more', { type: 'link', attrs: { href: 'https://example.com/docs' } }, 'bold'),
          text('.'),
        ),
        {
          type: 'taskList',
          content: [
            { type: 'taskItem', attrs: { checked: true }, content: [paragraph(text('done'))] },
            { type: 'taskItem', attrs: { checked: false }, content: [paragraph(text('open'))] },
          ],
        },
        { type: 'codeBlock', content: [text('const a = 1;')] },
      ),
    );
  });

  it('becomes what the field allows', () => {
    for (const name of ['google-docs', 'word', 'web-page']) {
      const value = pasted(clipboard(name), ['bold']) as { content: { type: string }[] };
      expect(new Set(value.content.map(({ type }) => type))).toEqual(new Set(['paragraph']));
    }
  });
});

describe('Markdown that is pasted', () => {
  it('is distinguished from plain text', () => {
    for (const yes of [
      '# Title',
      'a\n```\nb\n```',
      '- a\n- b',
      'So **bold**.',
      '[a](https://a.example)',
      '1. a\n2. b',
    ]) {
      expect([yes, looksLikeMarkdown(yes)]).toEqual([yes, true]);
    }
    for (const no of [
      'Hello',
      '- said he',
      'a * b * c',
      '2 ** 3',
      '#hashtag',
      'snake_case_name',
      '1. May',
      '<b>a</b>',
    ]) {
      expect([no, looksLikeMarkdown(no)]).toEqual([no, false]);
    }
  });

  it('becomes the nodes of the format', () => {
    expect(
      markdown(
        '## Title\n\nSome **bold**, _italic_, ~~gone~~ and `code`, [here](/a).\n\n- [x] done\n- [ ] open\n\n> quote\n\n---\n\n![A heron](asset:ast_01)\n\n```ts\nlet a;\n```\n\n3. three',
      ),
    ).toEqual(
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
        paragraph(
          text('Some '),
          text('bold', 'bold'),
          text(', '),
          text('italic', 'italic'),
          text(', '),
          text('gone', 'strike'),
          text(' and '),
          text('code', 'code'),
          text(', '),
          text('here', { type: 'link', attrs: { href: '/a' } }),
          text('.'),
        ),
        {
          type: 'taskList',
          content: [
            { type: 'taskItem', attrs: { checked: true }, content: [paragraph(text('done'))] },
            { type: 'taskItem', attrs: { checked: false }, content: [paragraph(text('open'))] },
          ],
        },
        { type: 'blockquote', content: [paragraph(text('quote'))] },
        { type: 'horizontalRule' },
        { type: 'image', attrs: { asset: 'ast_01', alt: 'A heron' } },
        { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('let a;')] },
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [{ type: 'listItem', content: [paragraph(text('three'))] }],
        },
      ),
    );
  });

  it('brings no unsafe link and nothing that the field forbids, and loses no words by that', () => {
    const value = JSON.stringify(
      markdown('# Title\n\n[a](javascript:b) **bold**\n\n| x | y |\n|---|---|\n| 1 | 2 |', ['bold']),
    );
    expect(value).not.toContain('javascript');
    for (const word of ['Title', 'bold', 'x', '1', '2']) expect(value).toContain(`"${word}`);
  });
});
