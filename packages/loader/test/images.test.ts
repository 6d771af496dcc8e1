import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageProps as astroProps, placeholderUrl, steleImages } from '../src/astro/index.ts';
import loader from '../src/next/image-loader.ts';
import { imageProps } from '../src/next/image-props.ts';
import { loadedPicture } from './support/pictures.ts';

const require = createRequire(import.meta.url);
const { getImgProps } = require('next/dist/shared/lib/get-img-props.js');
const { imageConfigDefault } = require('next/dist/shared/lib/image-config.js');

/** The settings of docs/loader.md. */
const SETTINGS = {
  ...imageConfigDefault,
  loader: 'custom',
  deviceSizes: [640, 960, 1280, 1920, 2560],
  imageSizes: [320],
  // As Next.js puts the two together.
  allSizes: [320, 640, 960, 1280, 1920, 2560],
};

const rendered = (props: object): { src: string; srcSet: string; width: number; height: number; style: object } =>
  getImgProps({ ...props, loader }, { defaultLoader: loader, imgConf: SETTINGS }).props;

describe('next/image', () => {
  const hill = loadedPicture(1);
  const urlOf = (name: string): string | undefined => hill.variants.find((variant) => variant.name === name)?.url;

  it('names existing variants with their widths, the size, and a placeholder', () => {
    const { src, srcSet, width, height, style } = rendered(imageProps(hill));
    expect(srcSet.split(', ')).toEqual([640, 960, 1280, 1920, 2560].map((w) => `${urlOf(`${w}.webp`)} ${w}w`));
    expect(src).toBe(urlOf('2560.webp'));
    expect({ width, height }).toEqual({ width: 3000, height: 2000 });
    expect(JSON.stringify(style)).toContain('data:image/png;base64,');
  });

  it('takes a ratio, a format and a width', () => {
    const props = imageProps(hill, { ratio: '16:9', format: 'avif', width: 800 });
    expect(props).toMatchObject({ width: 800, height: 450, sizes: '(min-width: 800px) 800px, 100vw' });
    expect(loader({ src: props.src, width: 500 })).toBe(urlOf('16x9-640.avif'));
    expect(loader({ src: props.src, width: 2560 })).toBe(urlOf('16x9-1280.avif'));
  });

  it.each([
    [1, '320.webp'],
    [320, '320.webp'],
    [321, '640.webp'],
    [1400, '1500.webp'],
    [9999, '1500.webp'],
  ])('gives for %i pixels the smallest that is as wide, or the widest', (width, name) => {
    const small = loadedPicture(2, 1500, 1000);
    const variants = small.variants.filter((variant) => variant.name !== '1280.webp');
    const { src } = imageProps({ ...small, variants });
    expect(loader({ src, width })).toBe(small.variants.find((variant) => variant.name === name)?.url);
  });

  it('leaves pictures from elsewhere, and those without variants, as they are', () => {
    expect(loader({ src: '/logo.png', width: 640 })).toBe('/logo.png');
    expect(loader({ src: imageProps({ ...hill, variants: [] }).src, width: 640 })).toBe(hill.url);
  });

  it('fills a space of another shape around the focal point, with files that are large enough', () => {
    const portrait = { ...loadedPicture(3, 2000, 3000), focal_point: { x: 0.5, y: 0.2 } };
    const { width, height, style } = rendered(imageProps(portrait, { width: 720, height: 360 }));
    expect({ width, height }).toEqual({ width: 720, height: 360 });
    expect(style).toMatchObject({ aspectRatio: '720 / 360', objectFit: 'cover', objectPosition: '50% 20%' });
    expect(imageProps(portrait, { width: 720, height: 360 }).sizes).toBe('(min-width: 720px) 720px, 100vw');
    // Three to two in two to three: only four ninths of its width are seen.
    expect(imageProps(hill, { width: 400, height: 600 }).sizes).toBe('(min-width: 400px) 900px, 225vw');
    expect(imageProps(hill, { width: 600, height: 400 })).not.toHaveProperty('style');
    expect(() => imageProps(hill, { height: 400 })).toThrow('needs the option width');
  });

  it('cuts a picture to a ratio around the focal point of its use, which has no variants of ratios', () => {
    const variants = hill.variants.filter(({ ratio }) => ratio === null);
    const used = { ...hill, focal_point: { x: 0.1, y: 0.9 }, variants };
    const { src, srcSet, style, ...size } = rendered(imageProps(used, { ratio: '16:9', width: 800 }));
    expect(size).toMatchObject({ width: 800, height: 450 });
    expect(style).toMatchObject({ aspectRatio: '800 / 450', objectFit: 'cover', objectPosition: '10% 90%' });
    expect(srcSet).toContain(urlOf('640.webp'));
    expect(src).toBe(urlOf('2560.webp'));
    expect(imageProps(used, { ratio: '1:1' })).toMatchObject({ width: 2000, height: 2000 });
    expect(imageProps(used, { ratio: '9:16', width: 90 })).toMatchObject({ width: 90, height: 160 });
    expect(imageProps(used, { width: 300 })).not.toHaveProperty('style');
    const drawing = { ...used, variants: [] };
    expect(imageProps(drawing, { ratio: '1:1' })).toMatchObject({ width: 3000, height: 2000 });
  });

  it('moves where the picture does', () => {
    const moving = hill.variants
      .filter(({ mime, ratio }) => mime === 'image/webp' && ratio === null)
      .map((variant) => ({ ...variant, url: `${variant.url}#moving`, animated: true }));
    const { src } = imageProps({ ...hill, variants: [...hill.variants, ...moving] }, { format: 'avif' });
    expect(loader({ src, width: 640 })).toBe(`${urlOf('640.webp')}#moving`);
  });
});

describe('placeholders', () => {
  it('are small pictures, but not behind one that can be seen through', () => {
    const { placeholder } = loadedPicture(1);
    const url = placeholderUrl({ placeholder });
    expect(url).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect(url?.length).toBeLessThan(1000);
    const bytes = Buffer.from(placeholder ?? '', 'base64');
    bytes[2] = (bytes[2] ?? 0) | 0x80;
    expect(placeholderUrl({ placeholder: bytes.toString('base64') })).toBeNull();
    expect(placeholderUrl({ placeholder: null })).toBeNull();
  });
});

describe('properties for Astro', () => {
  it('hold the sizes that exist, in the shape wanted', () => {
    const hill = loadedPicture(1);
    expect(astroProps(hill)).toMatchObject({ width: 3000, height: 2000, widths: [320, 640, 960, 1280, 1920, 2560] });
    expect(astroProps(hill, { ratio: '16:9', width: 800 })).toMatchObject({
      width: 800,
      height: 450,
      widths: [640, 1280],
    });
  });

  it('keep the size and the shape that the page gives pictures, small ones and portraits too', () => {
    for (const [width, height] of [
      [2000, 3000],
      [960, 480],
      [300, 300],
    ]) {
      const props = astroProps(loadedPicture(4, width, height), { width: 1020, height: 510 });
      expect(props).toMatchObject({ width: 1020, height: 510 });
    }
    const own = { src: '/own.png', width: 960, height: 400, format: 'png' } as const;
    expect(astroProps(own, { width: 1020, height: 510 })).toEqual({ src: own, width: 1020, height: 510, alt: '' });
  });

  it('become the attributes of a picture that fills its space, whether they or the page say how large that is', async () => {
    const { default: service } = await import('../src/astro/image-service.ts');
    const portrait = { ...loadedPicture(5, 2000, 3000), focal_point: { x: 0.25, y: 0.2 } };
    const attributes = (props: object): Record<string, unknown> =>
      service.getHTMLAttributes?.(props as never, {} as never) as Record<string, unknown>;
    const crop = 'aspect-ratio: 720 / 360; object-fit: cover; object-position: 25% 20%';
    for (const props of [
      astroProps(portrait, { width: 720, height: 360 }),
      { ...astroProps(portrait), width: 720, height: 360 },
    ]) {
      const { width, height, style } = attributes({ ...props, style: 'border: 0' });
      expect([width, height]).toEqual([720, 360]);
      expect(style).toMatch(/^background: url\("data:/);
      expect(style).toContain(`no-repeat; ${crop}; border: 0`);
    }
    const used = { ...portrait, variants: portrait.variants.filter(({ ratio }) => ratio === null) };
    const square = attributes(astroProps(used, { ratio: '1:1', width: 500 }));
    expect(square).toMatchObject({ width: 500, height: 500 });
    expect(square.style).toContain('aspect-ratio: 500 / 500; object-fit: cover; object-position: 25% 20%');
    expect(attributes({ ...astroProps(portrait, { width: 720 }) }).style).not.toContain('object-fit');
    expect(attributes({ ...astroProps(portrait), width: 720 }).style).not.toContain('object-fit');
    const bare = { ...portrait, placeholder: null };
    expect(attributes(astroProps(bare)).style).toBeUndefined();
  });

  it('refer to a service that the package exports', async () => {
    const { exports } = JSON.parse(await readFile(path.join(import.meta.dirname, '..', 'package.json'), 'utf8'));
    expect(Object.keys(exports)).toContain(steleImages().entrypoint.replace('@stele/loader', '.'));
  });
});
