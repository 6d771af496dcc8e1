import { z } from 'zod';
import { boundedArray } from '../bounded.ts';
import type { FieldOptions } from '../fields.ts';
import { isObject } from '../own-value.ts';
import { VIDEO_PROVIDERS, type Video, type VideoProvider, videoOf } from '../richtext/video.ts';
import { union } from '../source/type-text.ts';
import { isBlankText } from '../unicode.ts';
import { type Constraints, declared } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { VideoShape } from './video.ts';

export const videoDefinition: FieldDefinition<VideoShape> = {
  constraints: () => ({ providers: boundedArray(z.enum(VIDEO_PROVIDERS), { min: 1, max: 10 }).optional() }),
  checkSense({ providers = [] }, path, sensing) {
    sensing.noRepeats(providers, (index) => [...path, 'providers', index], 'provider');
  },
  convert: (value) => (typeof value === 'string' && videoOf(value) ? { value: { url: value }, lossless: true } : null),
  asText: (value) => ({
    value: String((isObject(value) && value.url) || ''),
    lossless: isObject(value) && value.title == null,
  }),
  published: ({ providers = VIDEO_PROVIDERS }) =>
    `{ readonly provider: ${union(providers)}; readonly id: string; readonly url: string; readonly title?: string }`,
  texts: (value) => (isObject(value) && typeof value.title === 'string' ? [value.title] : []),
  publish(_shape, value) {
    const { url = null, title = null } = isObject(value) ? value : {};
    const video = typeof url === 'string' ? videoOf(url) : null;
    if (!video) return null;
    return { ...video, ...(typeof title === 'string' && !isBlankText(title) && { title }) };
  },
  unpublish(value) {
    const { url = null, title } = isObject(value) ? value : {};
    return { url, ...(title !== undefined && { title }) };
  },
};

/** A video of another site in a draft. */
export interface VideoValue {
  /** The address of its page, in any form that the site knows. */
  readonly url: string;
  readonly title?: string | null;
}

/** A video of another site as it's published. */
export interface PublishedVideo<Provider extends VideoProvider = VideoProvider> extends Video {
  readonly provider: Provider;
  readonly title?: string;
}

type ProviderIn<Options> = Options extends { readonly providers: readonly (infer Provider extends VideoProvider)[] }
  ? Provider
  : VideoProvider;

/** A video of another site: its address, and a title. Nothing is asked for from that site. */
export function video<const O extends FieldOptions<VideoValue> & Constraints<VideoShape>>(options?: O) {
  return declared<VideoValue, PublishedVideo<ProviderIn<O>>, O>({ type: 'video' }, options);
}
