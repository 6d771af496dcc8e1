/** Where videos may be. */
export const VIDEO_PROVIDERS = ['youtube', 'vimeo'] as const;

export type VideoProvider = (typeof VIDEO_PROVIDERS)[number];

/** A video of a provider, and the address of its page. */
export interface Video {
  readonly provider: VideoProvider;
  readonly id: string;
  readonly url: string;
}

const YOUTUBE = /^[A-Za-z0-9_-]{11}$/;
const VIMEO = /^\/(?:video\/|channels\/[\w-]+\/)?(\d{1,15})(?:\/([0-9a-f]{6,20}))?\/?$/;

/** The video that an address leads to, with the address in its usual form; null for any other address. Nothing is asked for. */
export function videoOf(address: string): Video | null {
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(?:www|m|music)\./, '');
  if (['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(host)) {
    const [, first = '', second = ''] = pathname.split('/');
    const inPath = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : '';
    const id = host === 'youtu.be' ? first : first === 'watch' ? (searchParams.get('v') ?? '') : inPath;
    return YOUTUBE.test(id) ? { provider: 'youtube', id, url: `https://www.youtube.com/watch?v=${id}` } : null;
  }
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  const [, id, hash = searchParams.get('h') ?? ''] = VIMEO.exec(pathname) ?? [];
  if (id === undefined) return null;
  // Videos that aren't listed are seen by those who know more of the address.
  const rest = /^[0-9a-f]{6,20}$/.test(hash) ? `/${hash}` : '';
  return { provider: 'vimeo', id, url: `https://vimeo.com/${id}${rest}` };
}

/** The address of a provider's player for a video, which sets no cookies before it plays. Null for an address of no video. */
export function videoPlayerUrl(address: string): string | null {
  const video = videoOf(address);
  if (!video) return null;
  if (video.provider === 'youtube') return `https://www.youtube-nocookie.com/embed/${video.id}?autoplay=1`;
  const [, , hash] = new URL(video.url).pathname.split('/');
  return `https://player.vimeo.com/video/${video.id}?${hash ? `h=${hash}&` : ''}dnt=1&autoplay=1`;
}
