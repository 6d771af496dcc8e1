import { fitting } from '../images/choose-variant.ts';
import { readAddress } from './picture-address.ts';

/** The arguments that next/image gives to a loader. */
export interface ImageLoaderProps {
  readonly src: string;
  readonly width: number;
  readonly quality?: number | undefined;
}

/**
 * A `loader` for next/image: gives the variant that exists for a width, the smallest that is at least as wide, or else the widest. Pictures that
 * aren't of `imageProps()` stay as they are.
 */
export function loader({ src, width }: ImageLoaderProps): string {
  const { url, sizes } = readAddress(src);
  return fitting(sizes, width)?.url ?? url;
}
export default loader;
