import { describe, expect, it } from 'vitest';
import { withPictures } from '../src/images/html-pictures.ts';
import stelePictures from '../src/rehype/index.ts';
import { loadedPicture } from './support/pictures.ts';

const hill = loadedPicture(1);
const lake = loadedPicture(2, 1500, 1000);
const values = { body: '', _pictures: [hill, lake] };
const urlOf = (name: string, of = hill): string => of.variants.find((variant) => variant.name === name)?.url ?? 'none';
const srcset = [320, 640, 960, 1280, 1920, 2560].map((w) => `${urlOf(`${w}.webp`)} ${w}w`).join(', ');

/** Attributes of the pictures in HTML, in order. */
const shown = (html: string, options?: Parameters<typeof withPictures>[2]): Record<string, string>[] =>
  [...withPictures(html, values, options).matchAll(/<img[^>]*>/g)].map(([tag]) =>
    Object.fromEntries([...tag.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])),
  );

describe('pictures in Markdown', () => {
  it('have what pictures of fields have: a size, the files that exist, and a placeholder', () => {
    // Markdown names the variant of 1,920 pixels.
    const [picture] = shown(`<p><img src="${urlOf('1920.webp')}" alt="A hill"></p>`);
    expect(picture).toEqual({
      src: urlOf('1920.webp'),
      alt: 'A hill',
      width: '3000',
      height: '2000',
      srcset,
      sizes: '(min-width: 3000px) 3000px, 100vw',
      style: expect.stringMatching(/^background: url\(data:image\/png;base64,[\w+/=]+\) center \/ cover no-repeat$/),
      loading: 'lazy',
      decoding: 'async',
    });
  });

  it('are as wide as the text at most, in the format wanted, and load at once as far as wanted', () => {
    const html = `<img src="${hill.url}"><img src="/own.png"><img src="${lake.url}"/><img src="${hill.url}">`;
    const pictures = shown(html, { width: 720, format: 'avif', eager: 2 });
    expect(pictures.map(({ loading }) => loading)).toEqual(['eager', undefined, 'eager', 'lazy']);
    expect(pictures[2]).toMatchObject({ width: '720', height: '480', sizes: '(min-width: 720px) 720px, 100vw' });
    expect(pictures[2]?.srcset).toBe(
      [320, 640, 960, 1280, 1500].map((w) => `${urlOf(`${w}.avif`, lake)} ${w}w`).join(', '),
    );
    expect(shown(html, { sizes: 'auto, 100vw' })[0]?.sizes).toBe('auto, 100vw');
  });

  it('keep the attributes that they have', () => {
    const tag = `<img src='${hill.url}' alt='a > b " src="x"' width=300 loading="eager" style="border: 0">`;
    expect(withPictures(tag, values)).toBe(
      `${tag.slice(0, -1)} srcset="${srcset}" sizes="(min-width: 3000px) 3000px, 100vw" decoding="async">`,
    );
  });

  it('leave alone what is no picture of Stele, and all other HTML', () => {
    const html = [
      '<img src="https://elsewhere.example/a.png" alt="">',
      '<img alt="none">',
      `<!-- <img src="${hill.url}"> -->`,
      `<script>const tag = "<img src='${hill.url}'>";</script>`,
      `<pre><code>&lt;img src="${hill.url}"&gt;</code></pre>`,
      `<img-like src="${hill.url}"></img-like>`,
      `<IMG\n__ASTRO_IMAGE_="{&quot;src&quot;:&quot;x&quot;}">`,
      `<img src="${hill.url}`,
    ].join('\n');
    expect(withPictures(html, values)).toBe(html);
    expect(withPictures(`<img src="${hill.url}">`, { body: '' })).toBe(`<img src="${hill.url}">`);
  });

  it('are valid without a size or other files', () => {
    const drawing = { ...hill, width: null, height: null, placeholder: null, variants: [] };
    expect(withPictures(`<img src="${hill.url}">`, { _pictures: [drawing] })).toBe(
      `<img src="${hill.url}" loading="lazy" decoding="async">`,
    );
  });

  it('are known from rich text and fields too', () => {
    const rich = { type: 'doc', content: [{ type: 'image', attrs: { asset: hill } }] };
    expect(withPictures(`<img src="${hill.url}">`, { parts: [{ rich }] })).toContain(
      ' width="3000" height="2000" srcset=',
    );
  });

  it('take no longer for text that looks like tags', () => {
    for (const part of ['<!--', '<img ', '<script', '<img "']) {
      const html = part.repeat(200_000);
      expect(withPictures(html, values)).toBe(html);
    }
    for (const tag of [
      `<img alt="a${' '.repeat(1_000_000)}b" src="${hill.url}" />`,
      `<img alt="a${' '.repeat(1_000_000)}b">`,
    ]) {
      expect(withPictures(tag, values).startsWith(tag.slice(0, -3))).toBe(true);
    }
  });

  it('are described the same by the plugin for rehype', () => {
    const picture = {
      type: 'element',
      tagName: 'img',
      properties: { src: hill.url, alt: 'A hill', srcSet: undefined },
    };
    const own = { type: 'element', tagName: 'img', properties: { src: '/own.png' } };
    const tree = { type: 'root', children: [{ type: 'element', tagName: 'p', children: [picture, own] }] };
    stelePictures(values, { width: 720, eager: 1 })(tree);
    const { srcset: files, ...others } =
      shown(`<img src="${hill.url}" alt="A hill">`, { width: 720, eager: 1 })[0] ?? {};
    expect(picture.properties).toEqual({ ...others, srcSet: files });
    expect(own.properties).toEqual({ src: '/own.png' });
  });
});
