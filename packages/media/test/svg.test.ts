import { readFile } from 'node:fs/promises';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { useProcessor } from './support/processor.ts';

const { ready, process: processFile } = useProcessor();

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const wrap = (content: string, attributes = 'viewBox="0 0 20 10"'): string =>
  `<svg ${NAMESPACES} ${attributes}>${content}</svg>`;

/** The served copy of a drawing. */
async function copyOf(svg: string | Buffer): Promise<string> {
  const { full } = await ready(svg, 'image/svg+xml');
  return readFile(full.path, 'utf8');
}

/** Elements of a document, as a parser sees them. */
function parse(svg: string): { name: string; uri: string; attributes: Record<string, string> }[] {
  const elements: { name: string; uri: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value]);
    elements.push({ name: local, uri, attributes: Object.fromEntries(values) });
  });
  parser.write(svg).close();
  return elements;
}

describe('what runs is gone', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script with a prefix', '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'],
    ['a script of HTML', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'],
    ['a script within what is dropped', '<foo><g><script>alert(1)</script></g></foo>'],
    ['a script within a title', '<title><script>alert(1)</script></title>'],
    ['a style of HTML within a description', '<desc><style>&lt;/style>&lt;img src=x onerror=alert(1)></style></desc>'],
    [
      'another document',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
    ],
    ['a frame', '<iframe src="https://x.test"/><embed src="x"/><object data="x"/>'],
    ['a handler', '<rect width="1" height="1" onload="alert(1)" ONCLICK="alert(1)" onfocusin="alert(1)"/>'],
    ['a link to a script', '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>'],
    ['a link to a script, coded', '<a xlink:href="&#106;ava&#x73;cript&#58;alert(1)"><rect width="1" height="1"/></a>'],
    [
      'a link to a script with another prefix',
      '<a xmlns:q="http://www.w3.org/1999/xlink" q:href=" java\tscript:alert(1)"/>',
    ],
    [
      'a use of a document',
      '<use href="data:image/svg+xml,&lt;svg id=&apos;x&apos; xmlns=&apos;http://www.w3.org/2000/svg&apos;/&gt;#x"/>',
    ],
    [
      'a change to a link',
      '<a id="l"><set attributeName="href" to="javascript:alert(1)"/><rect width="1" height="1"/></a>',
    ],
    ['a change to a handler', '<rect><animate attributeName="onload" values="alert(1)"/></rect>'],
    [
      'a handler of events',
      '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler><listener/>',
    ],
    ['a drawing as picture', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
  ])('%s', async (_name, content) => {
    const copy = await copyOf(wrap(`${content}<circle r="4"/>`));
    expect(copy).not.toMatch(/script|alert|handler|listener|foreignObject|iframe|embed|object|\bon\w+=|data:|img/i);
    expect(parse(copy).map(({ name }) => name)).toContain('circle');
    expect(parse(copy).every(({ uri }) => uri === 'http://www.w3.org/2000/svg')).toBe(true);
  });
});

describe('what loads from elsewhere is gone', () => {
  test.each([
    ['a picture', '<image href="https://x.test/a.png"/><image xlink:href="//x.test/a.png"/>'],
    ['a filter of a picture', '<filter id="f"><feImage href="https://x.test/a.png"/></filter>'],
    ['a use', '<use href="https://x.test/a.svg#b"/>'],
    ['a fill', '<rect width="1" height="1" fill="url(https://x.test/a.svg#b)"/>'],
    ['a fill whose name is written with escapes', '<rect width="1" height="1" fill="u\\72l(https://x.test/a)"/>'],
    ['a style', '<rect width="1" height="1" style="fill: url(&quot;https://x.test&quot;); stroke: red"/>'],
    ['a style with escapes', '<rect width="1" height="1" style="fill: u\\72l(https://x.test)"/>'],
    ['a set of pictures', '<style>rect { background: image-set("https://x.test/a" 1x) }</style>'],
    ['an import', '<style>@import "https://x.test/a.css"; @import url(https://x.test/b.css);</style>'],
    [
      'an import within data',
      '<style><![CDATA[@import "https://x.test/a.css"; rect { fill: url(https://x.test) }]]></style>',
    ],
    ['a font', '<style>@font-face { font-family: a; src: url(https://x.test/a.woff2) }</style>'],
    ['a variable', '<style>rect { --a: url(https://x.test/a); fill: var(--a) }</style>'],
    ['what a rule nested in another says', '<style>@media print { rect { fill: url(https://x.test/a) } }</style>'],
    ['a style sheet', '<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="https://x.test/a.css"/>'],
    ['an instruction', '<?xml-stylesheet href="https://x.test/a.css"?>'],
  ])('%s', async (_name, content) => {
    const copy = await copyOf(wrap(`${content}<circle r="4"/>`));
    expect(copy).not.toMatch(/x\.test|url\(|import/);
    expect(copy).toContain('<circle r="4">');
  });
});

test('a drawing keeps how it looks', async () => {
  const content = `<title>Ein Kreis &amp; mehr</title><defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#f00"/>
    <stop offset="1" stop-color="rgb(0,0,255)"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>
    <style>.b{fill:url(#a)}@media (prefers-color-scheme:dark){.b{fill:#fff}}</style>
    <g class="b" clip-path="url(#c)" transform="translate(1,2) rotate(3)" style="opacity:.5;filter:drop-shadow(1px 1px red)"><path d="M0 0h4z"/></g>
    <use xlink:href="#c"/><text x="1" y="2" xml:space="preserve">5 &lt; 6</text>
    <circle r="1"><animate attributeName="r" values="1;2" dur="1s" repeatCount="indefinite"/></circle>`;
  const copy = await copyOf(wrap(content));
  const elements = parse(copy);
  expect(elements.map(({ name }) => name)).toEqual([
    ...[
      'svg',
      'title',
      'defs',
      'linearGradient',
      'stop',
      'stop',
      'clipPath',
      'rect',
      'style',
      'g',
      'path',
      'use',
      'text',
    ],
    ...['circle', 'animate'],
  ]);
  expect(elements.find(({ name }) => name === 'g')?.attributes).toEqual({
    class: 'b',
    'clip-path': 'url(#c)',
    transform: 'translate(1,2) rotate(3)',
    style: 'opacity:.5;filter:drop-shadow(1px 1px red)',
  });
  expect(elements.find(({ name }) => name === 'use')?.attributes).toEqual({ 'xlink:href': '#c' });
  expect(elements.at(-1)?.attributes).toEqual({
    attributeName: 'r',
    values: '1;2',
    dur: '1s',
    repeatCount: 'indefinite',
  });
  expect(copy).toContain('.b{fill:url(#a)}@media (prefers-color-scheme:dark){.b{fill:#fff}}');
  expect(copy).toContain('Ein Kreis &amp; mehr');
  expect(copy).toContain('5 &lt; 6');
});

test('a copy of a copy is the same', async () => {
  const copy = await copyOf(wrap('<style>.a{fill:red}</style><g id="a&quot;b"><text>a &amp; b</text></g>'));
  expect(await copyOf(copy)).toBe(copy);
});

test('a drawing is described, with a placeholder', async () => {
  const media = await ready(wrap('<rect width="20" height="10" fill="#c81e1e"/>'), 'image/svg+xml');
  expect(media).toMatchObject({
    kind: 'svg',
    mime: 'image/svg+xml',
    width: 20,
    height: 10,
    frames: 1,
    dominantColor: '#c81818',
    variants: [],
  });
  expect(media.full).toMatchObject({ mime: 'image/svg+xml', format: 'svg', width: 20, height: 10, animated: false });
  expect(media.placeholder).toMatch(/^[\w+/]{6,}=*$/);
});

test.each([
  ['width="300" height="200"', 300, 200],
  ['width="1in" height="50.8mm"', 96, 192],
  ['width="100%" height="100%" viewBox="0 0 64 32"', 64, 32],
  ['width="100" viewBox="0 0 64 32"', 100, 50],
  ['height="1e2px" viewBox="0,0,64,32"', 200, 100],
  ['viewBox="-5 -5 30.4 0.2"', 30, 1],
  ['viewBox="0 0 200000 100000"', 200_000, 100_000],
  ['', 300, 150],
])('a drawing with %j measures %i × %i', async (attributes, width, height) => {
  expect(await ready(wrap('<rect width="9" height="9"/>', attributes), 'image/svg+xml')).toMatchObject({
    width,
    height,
  });
});

test('a drawing is read in the encoding that it is written in', async () => {
  const drawing = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${wrap('<text>Grüße</text>')}`;
  expect(await copyOf(Buffer.from(drawing('ISO-8859-1'), 'latin1'))).toContain('Grüße');
  expect(await copyOf(Buffer.from(`\uFEFF${drawing('UTF-16')}`, 'utf16le'))).toContain('Grüße');
  expect(await copyOf(Buffer.from(`\uFEFF${drawing('UTF-16')}`, 'utf16le').swap16())).toContain('Grüße');
  expect(await copyOf(`\uFEFF${drawing('UTF-8')}`)).toContain('Grüße');
});

test.each([
  [
    'a billion laughs',
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${wrap('<text>&b;</text>')}`,
    'unsafe_svg',
  ],
  [
    'a file of the server',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${wrap('<text>&a;</text>')}`,
    'unsafe_svg',
  ],
  [
    'entities from elsewhere',
    `<!DOCTYPE svg [<!ENTITY % a SYSTEM "https://x.test/a.dtd"> %a;]>${wrap('')}`,
    'unsafe_svg',
  ],
  [
    'an entity that is used too often',
    `<!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(400)}">]>${wrap(`<text>${'&a;'.repeat(1000)}</text>`)}`,
    'unsafe_svg',
  ],
  ['an entity with an element', `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${wrap('<g>&a;</g>')}`, 'unsafe_svg'],
  ['a type that is left open', `<!DOCTYPE svg [<!ENTITY a "x"]>${wrap('')}`, 'unsafe_svg'],
  ['a width without measure', wrap('<g/>', 'width="1e10" height="1"'), 'unsafe_svg'],
  ['a view box without measure', wrap('<g/>', 'viewBox="0 0 1 1e10"'), 'unsafe_svg'],
  ['elements nested without end', wrap('<g>'.repeat(5000) + '</g>'.repeat(5000)), 'unsafe_svg'],
  ['an unknown entity', wrap('<text>&nbsp;</text>'), 'not_decodable'],
  ['an element that is left open', `<svg ${NAMESPACES}><g></svg>`, 'not_decodable'],
  [
    'bytes that are no text',
    Buffer.concat([Buffer.from(wrap('<text>').slice(0, -6)), Buffer.from([0xff, 0xfe, 0xff])]),
    'not_decodable',
  ],
])('a drawing with %s fails', async (_name, svg, code) => {
  const media = await processFile(svg, 'image/svg+xml');
  expect(media).toMatchObject({ status: 'failed', code });
  expect(media).toHaveProperty('message', expect.stringContaining('SVG'));
});

test('a drawing as Illustrator writes it is read', async () => {
  const names = [
    'ai http://ns.adobe.com/AdobeIllustrator/10.0/',
    'svg http://www.w3.org/2000/svg',
    'xlink http://www.w3.org/1999/xlink',
  ];
  const entities = names.map((one) => one.replace(/^(\w+) (.*)$/, '<!ENTITY ns_$1 "$2">')).join('\n\t');
  const type = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
    <!-- Generator: Adobe Illustrator -->
    <!ATTLIST svg version CDATA #FIXED "1.1">
    ${entities}
  ]>`;
  const drawing = `<svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" i:viewOrigin="0 0" width="32" height="32">
    <switch><foreignObject requiredExtensions="&ns_ai;" width="1" height="1"><i:pgfRef xlink:href="#pgf"/></foreignObject>
    <g i:extraneous="self"><rect width="32" height="32"/><text>&ns_ai;</text></g></switch></svg>`;
  const copy = await copyOf(`<?xml version="1.0" encoding="utf-8"?>\n${type}\n${drawing}`);
  expect(copy).toContain('<rect width="32" height="32">');
  expect(copy).toContain('<text>http://ns.adobe.com/AdobeIllustrator/10.0/</text>');
  expect(copy).not.toMatch(/DOCTYPE|ENTITY|pgf|&ns/);
});

test('a drawing with the public document type is read', async () => {
  const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  expect(await copyOf(`<?xml version="1.0"?>${type}${wrap('<rect/>')}`)).not.toContain('DOCTYPE');
});
