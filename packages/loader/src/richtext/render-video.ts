import { type Video, videoPlayerUrl } from '@stele/schema';
import { element, escaped } from './html.ts';

const STYLE =
  'body{margin:0}a{position:fixed;inset:0;display:flex;align-items:center;justify-content:center;padding:1em;' +
  'font:1.1em sans-serif;text-align:center;text-decoration:none;color:#fff;background:#222}';

/**
 * A video as a link to its page, or as a frame that holds no more than a link to the player. Nothing is loaded from the other site
 * before a click. Empty for an address of no video.
 */
export function renderVideo(
  { provider, url, title }: Video & { readonly title?: string | null },
  look: 'link' | 'frame' = 'link',
): string {
  const player = videoPlayerUrl(url);
  if (player === null) return '';
  const words = title || url;
  if (look === 'link') return element('p', {}, element('a', { href: url, rel: 'noopener' }, escaped(words)));
  const frame = {
    title: words,
    srcdoc: `<style>${STYLE}</style>${element('a', { href: player }, `▶ ${escaped(words)}`)}`,
    allow: 'autoplay; fullscreen; picture-in-picture',
    allowfullscreen: '',
    loading: 'lazy',
    // For pages whose policy forbids the style.
    width: '640',
    height: '360',
    style: 'width:100%;height:auto;aspect-ratio:16/9;border:0',
  };
  return element('figure', { 'data-video': provider }, element('iframe', frame, ''));
}
