import path from 'node:path';
import { checkValue } from '@stele/schema';
import { slug as slugOf } from 'github-slugger';

/** A file's path in its folder, without its ending, and without the `index` of a folder. */
export function pathId(root: string, file: string): string {
  const name = path.relative(root, file).split(path.sep).join('/');
  return name.replace(/\.[^./]+$/, '').replace(/\/index$/, '');
}

/** The address that a site gives a file: Astro makes it from each part of the path. @param id as of `pathId` */
export function siteAddress(id: string): string {
  return id
    .split('/')
    .map((part) => slugOf(part))
    .join('/');
}

/** Whether an address is a slug of one part: words with hyphens between. */
export function isPlainSlug(address: string): boolean {
  return checkValue({ type: 'slug' }, address, 'publish').length === 0;
}
