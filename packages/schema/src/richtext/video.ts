/** Where videos may be. */
export const VIDEO_PROVIDERS = ['youtube', 'vimeo'] as const;

export type VideoProvider = (typeof VIDEO_PROVIDERS)[number];

/** A video of a provider, and the address of its page, with the time at which it begins if that isn't the start. */
export interface Video {
  readonly provider: VideoProvider;
  readonly id: string;
  readonly url: string;
}

const YOUTUBE = /^[A-Za-z0-9_-]{11}$/;
const VIMEO = /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,15})(?:\/([0-9a-f]{6,20}))?\/?$/;

/** `90`, `90s` or `1h2m3s`. */
const TIME = /^(?=\d)(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/;

/** The video that an address leads to, with the address in its usual form; null for any other address. Nothing is asked for. */
export function videoOf(address: string): Video | null {
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return null;
  const { hostname, pathname, searchParams, hash: fragment } = new URL(address);
  const host = hostname.replace(/^(?:www|m|music)\./, '');
  if (['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(host)) {
    const [, first = '', second = ''] = pathname.split('/');
    const inPath = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : '';
    const id = host === 'youtu.be' ? first : first === 'watch' ? (searchParams.get('v') ?? '') : inPath;
    if (!YOUTUBE.test(id)) return null;
    const start = seconds(searchParams.get('t') ?? searchParams.get('start') ?? fragment.replace('#t=', ''));
    return { provider: 'youtube', id, url: `https://www.youtube.com/watch?v=${id}${start && `&t=${start}s`}` };
  }
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  const [, id, hash = searchParams.get('h') ?? ''] = VIMEO.exec(pathname) ?? [];
  if (id === undefined) return null;
  // Videos that aren't listed are seen by those who know more of the address.
  const rest = /^[0-9a-f]{6,20}$/.test(hash) ? `/${hash}` : '';
  const start = seconds(fragment.replace('#t=', ''));
  return { provider: 'vimeo', id, url: `https://vimeo.com/${id}${rest}${start && `#t=${start}s`}` };
}

/** The seconds of a time in an address; '' for the start, or what is no time. */
function seconds(time: string): string {
  const [, hours, minutes, rest] = TIME.exec(time) ?? [];
  const sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
  return sum > 0 ? String(sum) : '';
}

/** The address of a provider's player for a video, which sets no cookies before it plays. Null for an address of no video. */
export function videoPlayerUrl(address: string): string | null {
  const video = videoOf(address);
  if (!video) return null;
  const { pathname, searchParams, hash: fragment } = new URL(video.url);
  if (video.provider === 'youtube') {
    const start = searchParams.get('t')?.replace('s', '');
    return `https://www.youtube-nocookie.com/embed/${video.id}?autoplay=1${start ? `&start=${start}` : ''}`;
  }
  const [, , hash] = pathname.split('/');
  return `https://player.vimeo.com/video/${video.id}?${hash ? `h=${hash}&` : ''}dnt=1&autoplay=1${fragment}`;
}
