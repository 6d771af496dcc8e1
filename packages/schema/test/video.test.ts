import { describe, expect, it } from 'vitest';
import { checkRichtext, isBlankRichtext, renderRichtext, richtextText, videoOf, videoPlayerUrl } from '../src/index.ts';

const ID = 'dQw4w9WgXcQ';
const YOUTUBE = { provider: 'youtube', id: ID, url: `https://www.youtube.com/watch?v=${ID}` };
const VIMEO = { provider: 'vimeo', id: '76979871', url: 'https://vimeo.com/76979871' };

describe('addresses of videos', () => {
  it('are known in all their forms, and given in the usual one', () => {
    const forms = [
      `https://www.youtube.com/watch?v=${ID}`,
      `http://m.youtube.com/watch?list=x&v=${ID}`,
      `https://youtu.be/${ID}?si=x`,
      `https://www.youtube.com/embed/${ID}`,
      `https://youtube.com/shorts/${ID}`,
      `https://www.youtube-nocookie.com/embed/${ID}`,
    ];
    for (const form of forms) expect([form, videoOf(form)]).toEqual([form, YOUTUBE]);
    for (const form of [
      'https://vimeo.com/76979871',
      'https://vimeo.com/groups/weirs/videos/76979871',
      'https://player.vimeo.com/video/76979871?dnt=1',
    ]) {
      expect([form, videoOf(form)]).toEqual([form, VIMEO]);
    }
    const unlisted = { ...VIMEO, url: 'https://vimeo.com/76979871/8272103f6e' };
    expect(videoOf(unlisted.url)).toEqual(unlisted);
    expect(videoOf('https://player.vimeo.com/video/76979871?h=8272103f6e')).toEqual(unlisted);
  });

  it('keep the time at which the video begins, which the player is told', () => {
    const starts = [
      [`https://youtu.be/${ID}?t=90`, `${YOUTUBE.url}&t=90s`, '&start=90'],
      [`https://www.youtube.com/watch?v=${ID}&t=1h2m3s`, `${YOUTUBE.url}&t=3723s`, '&start=3723'],
      [`https://www.youtube.com/embed/${ID}?start=42`, `${YOUTUBE.url}&t=42s`, '&start=42'],
      [`https://www.youtube.com/watch?v=${ID}#t=1m`, `${YOUTUBE.url}&t=60s`, '&start=60'],
      ['https://vimeo.com/76979871/8272103f6e#t=1m5s', 'https://vimeo.com/76979871/8272103f6e#t=65s', '#t=65s'],
    ] as const;
    for (const [form, url, end] of starts) {
      expect(videoOf(form)?.url).toBe(url);
      expect(videoOf(url)?.url).toBe(url);
      expect(videoPlayerUrl(form)).toMatch(new RegExp(`autoplay=1${end}$`));
    }
    for (const none of ['0', '', 's', '-5', '1x', '"><b>']) {
      expect(videoOf(`${YOUTUBE.url}&t=${none}`)).toEqual(YOUTUBE);
    }
  });

  it('are no others', () => {
    const others = [
      'https://www.youtube.com/',
      'https://www.youtube.com/watch?v=short',
      `https://youtube.com.evil.test/watch?v=${ID}`,
      `https://evil.test/?https://youtu.be/${ID}`,
      `javascript:alert(1)//youtu.be/${ID}`,
      `youtu.be/${ID}`,
      'https://vimeo.com/about',
      'https://vimeo.com/76979871/"onload=x',
      `see https://youtu.be/${ID}`,
      '',
    ];
    for (const other of others) expect([other, videoOf(other), videoPlayerUrl(other)]).toEqual([other, null, null]);
  });

  it('lead to a player that sets no cookies before it plays', () => {
    expect(videoPlayerUrl(YOUTUBE.url)).toBe(`https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`);
    expect(videoPlayerUrl(VIMEO.url)).toBe('https://player.vimeo.com/video/76979871?dnt=1&autoplay=1');
    expect(videoPlayerUrl(`${VIMEO.url}/8272103f6e`)).toContain('?h=8272103f6e&dnt=1');
  });
});

describe('videos in rich text', () => {
  const video = (attrs: object) => ({ type: 'doc', content: [{ type: 'video', attrs }] });
  const said = (value: unknown, shape: object = {}) =>
    checkRichtext(value, { type: 'richtext', ...shape }).map(({ path }) => path.join('.'));

  it('are taken of the sites that the field names, and by no field that names none', () => {
    const youtube = { videos: ['youtube'] };
    expect(said(video(YOUTUBE), youtube)).toEqual([]);
    expect(said(video({ ...YOUTUBE, title: 'A weir' }), { ...youtube, allow: ['bold'] })).toEqual([]);
    expect(said(video(VIMEO), youtube)).toEqual(['content.0.attrs.provider']);
    expect(said(video(YOUTUBE))).toEqual(['content.0.attrs.provider']);
    expect(checkRichtext(video(YOUTUBE), null)).toEqual([]);
  });

  it('have the usual address of the same video', () => {
    const both = { videos: ['youtube', 'vimeo'] };
    expect(said(video({ ...YOUTUBE, url: `https://youtu.be/${ID}` }), both)).toEqual(['content.0.attrs.url']);
    expect(said(video({ ...YOUTUBE, url: VIMEO.url }), both)).toEqual(['content.0.attrs.url']);
    expect(said(video({ ...YOUTUBE, id: 'aaaaaaaaaaa' }), both)).toEqual(['content.0.attrs.url']);
    expect(said(video({ ...YOUTUBE, provider: 'other' }), both)).toContain('content.0.attrs.provider');
    expect(said(video({ provider: 'youtube', id: ID }), both)).toEqual(['content.0.attrs.url']);
  });

  it('are published as they are, are no blank, and are found by their titles', () => {
    const value = video({ ...VIMEO, title: 'A weir' });
    const resolver = { collectionOf: () => null, asset: () => null, assetText: () => null };
    expect(renderRichtext(value, resolver)).toEqual(value);
    expect([isBlankRichtext(video(VIMEO)), richtextText(value), richtextText(video(VIMEO))]).toEqual([
      false,
      'A weir',
      '',
    ]);
  });
});
