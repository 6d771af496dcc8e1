import type { LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPublishedValues } from '../../src/features/webhooks/sending/fan-out.store.ts';
import { RERENDER_ASSETS } from '../../src/publishing/rerender/changed-assets.store.ts';
import { FILES, PictureProject } from '../support/picture-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: PictureProject;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await PictureProject.make(app);
});

const image = (asset: string, alt?: string) => ({ type: 'image', attrs: { asset, ...(alt && { alt }) } });
const linked = (href: string) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] });
const doc = (...content: object[]) => ({ type: 'doc', content });
const details = (answer: { body: LooseBody }) =>
  answer.body.error.details.map(({ path, message, asset_id }: LooseBody) => [
    path.slice(1).join('.'),
    message,
    asset_id,
  ]);

describe('drafts', () => {
  it('take ids of assets that there are, wherever they stand', async () => {
    const [a, pending] = [await site.asset(), await site.asset({ stage: 'pending' })];
    const trashed = await site.asset({ trashed: true });
    const values = {
      hero: a,
      gallery: [a, pending],
      body: `![](asset:${a})`,
      rich: doc(image(a), { type: 'paragraph', content: [linked(`asset:${a}`)] }),
      meta: { picture: trashed },
      slides: [a],
      parts: [{ _type: 'figure', _key: 'k', picture: a }],
    };
    const id = await site.create({ en: values });
    expect((await site.entry(id)).values.en).toEqual(values);
  });

  it('take no asset that there is not, and none of another project', async () => {
    const foreign = await (await PictureProject.make(app)).asset();
    const answer = await site.api.post(`${site.here}/entries`, {
      collection_key: 'posts',
      values: { en: { hero: foreign, gallery: ['ast_none'], body: 'asset:ast_none', rich: doc(image(foreign)) } },
    });
    expect(answer.status).toBe(400);
    expect(details(answer)).toEqual([
      ['en.hero', `There is no asset ${foreign}.`, foreign],
      ['en.gallery.0', 'There is no asset ast_none.', 'ast_none'],
      ['en.body', 'There is no asset ast_none.', 'ast_none'],
      ['en.rich.content.0.attrs.asset', `There is no asset ${foreign}.`, foreign],
    ]);
  });

  it('take a focal point for one use, and say what is wrong with one', async () => {
    const a = await site.asset();
    const use = (focal_point: unknown, asset = a) => ({ asset, focal_point });
    const answer = await site.api.post(`${site.here}/entries`, {
      collection_key: 'posts',
      values: {
        en: { hero: use({ x: 1.2, y: 0.5 }), gallery: [use(null)], slides: [use({ x: 0, y: 1 }, 'ast_none')] },
      },
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
    expect(details(answer).map(([path]: LooseBody) => path)).toEqual([
      'en.hero.focal_point.x',
      'en.gallery.0.focal_point',
    ]);
    const slides = [use({ x: 0, y: 1 }, 'ast_none')];
    const gone = await site.api.post(`${site.here}/entries`, { collection_key: 'posts', values: { en: { slides } } });
    expect([gone.status, details(gone)]).toEqual([
      400,
      [['en.slides.0.asset', 'There is no asset ast_none.', 'ast_none']],
    ]);
  });

  it('are shown in previews with their pictures', async () => {
    const a = await site.asset({ altText: { en: 'A lighthouse' } });
    const waiting = await site.asset({ stage: 'processing', files: '' });
    const shown = await site.create({ en: { title: 'a', hero: a, body: `[x](asset:${a})` } });
    const without = await site.create({ en: { title: 'b', hero: waiting } });
    const { entries } = (await site.api.get(`${site.here}/drafts/posts.en.json`)).body;
    const of = (id: string) => entries.find((entry: LooseBody) => entry.id === id);
    expect(of(shown).values.hero).toMatchObject({ id: a, alt: 'A lighthouse' });
    expect(of(shown).values.body).toContain(`[x](../../media/${a}/`);
    expect([of(shown).invalid, of(without).invalid, of(without).values]).toEqual([undefined, true, { title: 'b' }]);
  });
});

describe('publishing', () => {
  it('says which asset is in its way, and why', async () => {
    const [pending, processing, failed, trashed] = await Promise.all([
      site.asset({ stage: 'pending', filename: 'a.jpg' }),
      site.asset({ stage: 'processing', filename: 'b.jpg' }),
      site.asset({ stage: 'failed', filename: 'c.jpg' }),
      site.asset({ trashed: true, filename: 'd.jpg' }),
    ]);
    const pdf = await site.asset({ mime: 'application/pdf', filename: 'e.pdf' });
    const gone = await site.asset();
    const id = await site.create({
      en: { hero: pdf, print: processing, gallery: [pending, failed], body: `asset:${trashed}`, slides: [gone] },
    });
    await app.database.prisma.asset.delete({ where: { id: gone } });
    const answer = await site.publish(id);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
    expect(details(answer).sort()).toEqual([
      ['en.body', 'The asset "d.jpg" is in the trash.', trashed],
      ['en.gallery.0', 'The asset "a.jpg" has not been uploaded yet.', pending],
      ['en.gallery.1', 'The asset "c.jpg" could not be processed.', failed],
      ['en.hero', 'The asset "e.pdf" is of the type application/pdf. This takes: image/*.', pdf],
      ['en.print', 'The asset "b.jpg" is still being processed. Try again in a moment.', processing],
      ['en.slides.0', `There is no asset ${gone}.`, gone],
    ]);
    await site.save(id, { en: { hero: null } });
    expect((await site.publish(id)).status).toBe(400);
  });

  it('puts the whole asset in its place, and addresses into texts', async () => {
    const a = await site.asset({ altText: { en: 'A [big] lighthouse', de: 'Ein Leuchtturm' } });
    const url = (width: number, format = 'webp') =>
      `../../media/${a}/${FILES.slice(0, -1)}${String(width).at(-3)}/file.${format}`;
    const id = await site.live({
      en: {
        hero: a,
        gallery: [a],
        body: `![](asset:${a}) ![own](asset:${a}) [file](asset:${a})`,
        rich: doc(image(a, 'own'), { type: 'paragraph', content: [linked(`asset:${a}`)] }),
        meta: { picture: a },
        slides: [a],
        parts: [{ _type: 'figure', _key: 'k', picture: a }],
      },
      de: { hero: a },
    });
    const shown = await site.shown(id);
    const variant = (width: number, format: string) => ({
      name: `${width}.${format}`,
      url: url(width, format),
      width,
      height: width / 2,
      mime: `image/${format}`,
      bytes: width,
      ratio: null,
      animated: false,
    });
    const asset = {
      id: a,
      url: url(2600),
      filename: 'photo.jpg',
      mime: 'image/webp',
      bytes: 2600,
      width: 2600,
      height: 1300,
      alt: 'A [big] lighthouse',
      focal_point: null,
      placeholder: null,
      variants: [variant(1280, 'webp'), variant(1280, 'avif'), variant(1900, 'webp')],
    };
    expect(shown).toMatchObject({ hero: asset, gallery: [asset], meta: { picture: asset }, slides: [asset] });
    expect(shown.parts).toEqual([{ _type: 'figure', _key: 'k', picture: asset }]);
    // Once, however often Markdown shows it; German Markdown shows none.
    expect(shown._pictures).toEqual([asset]);
    expect(await site.shown(id, 'de')).not.toHaveProperty('_pictures');
    // Messages of webhooks are short.
    const { version } = await site.entry(id);
    const [told] = (await loadPublishedValues(app.database.pool, site.project.id, [{ entryId: id, version }])).values();
    expect(told?.get('en')).toHaveProperty('body');
    expect(told?.get('en')).not.toHaveProperty('_pictures');
    const address = url(1900);
    expect(shown.body).toBe(`![A \\[big\\] lighthouse](${address}) ![own](${address}) [file](${address})`);
    expect(shown.rich.content[0].attrs).toEqual({ asset, alt: 'own' });
    expect(shown.rich.content[1].content[0].marks[0].attrs.href).toBe(address);
    expect((await site.shown(id, 'de')).hero.alt).toBe('Ein Leuchtturm');
  });

  it('shows a picture around the focal point of each use, also after the picture has changed', async () => {
    const a = await site.asset();
    const own = { x: 0.9, y: 0.9 };
    await app.database.prisma.asset.update({ where: { id: a }, data: { focalPoint: own } });
    const point = { x: 0.2, y: 0.4 };
    const use = { asset: a, focal_point: point };
    const values = {
      title: 'Focused',
      hero: use,
      gallery: [use],
      slides: [a, use],
      parts: [{ _type: 'figure', picture: use }],
    };
    const id = await site.live({ en: values });
    const points = async () => {
      const { hero, gallery, slides, parts } = await site.shown(id);
      return [hero, ...gallery, ...slides, parts[0].picture].map(({ focal_point }) => focal_point);
    };
    expect(await points()).toEqual([point, point, own, point, point]);
    expect((await site.entry(id)).values.en).toEqual(values);
    expect(await site.uses(a)).toEqual(
      ['gallery', 'hero', 'parts', 'slides'].map((key) => `Focused ${key} (en) draft live`),
    );
    expect((await site.api.patch(`${site.here}/assets/${a}`, { alt_text: { en: 'Weir' } })).status).toBe(200);
    await app.services.jobs.drain({ kinds: [RERENDER_ASSETS] });
    expect([(await site.shown(id)).hero.alt, await points()]).toEqual(['Weir', [point, point, own, point, point]]);
    await site.save(id, { en: { ...values, hero: a } });
    expect((await site.publish(id)).status).toBe(200);
    expect((await points())[0]).toEqual(own);
  });

  it('warns of pictures without a text in the locale, but not of decorative ones', async () => {
    const bare = await site.asset({ filename: 'bare.jpg', altText: { en: 'In English' } });
    const decorative = await site.asset({ decorative: true });
    const pdf = await site.asset({ mime: 'application/pdf' });
    const id = await site.create({
      de: {
        hero: bare,
        print: pdf,
        gallery: [decorative],
        body: `![](asset:${bare}) ![own](asset:${bare}) [link](asset:${bare})`,
        rich: doc(image(bare), image(bare, 'own')),
      },
    });
    const { warnings } = (await site.publish(id, ['de'])).body;
    expect(warnings.map(({ code, path, asset_id }: LooseBody) => [code, path.join('.'), asset_id])).toEqual([
      ['media.alt_missing', 'values.de.hero', bare],
      ['media.alt_missing', 'values.de.body', bare],
      ['media.alt_missing', 'values.de.rich.content.0.attrs.asset', bare],
    ]);
    expect(warnings[0].message).toBe('The picture "bare.jpg" has no alternative text in German.');
    const shown = await site.shown(id, 'de');
    // The default locale's words stand in.
    expect([shown.hero.alt, shown.gallery[0].alt, shown.print.alt]).toEqual(['In English', '', null]);
    const bulk = { action: 'publish', entry_ids: [await site.create({ de: { hero: bare } })] };
    expect((await site.api.post(`${site.here}/entries/bulk`, bulk)).body.warnings).toMatchObject([
      { code: 'media.alt_missing', asset_id: bare },
    ]);
  });
});
