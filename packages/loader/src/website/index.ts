import { checkFinishOptions, type FinishOptions, finishWebsite as finish } from '../builds/finish-website.ts';
import { consoleLog } from '../log.ts';

export { announceSite } from '../builds/announce-site.ts';
export type { FinishOptions } from '../builds/finish-website.ts';
export { withPictures } from '../images/html-pictures.ts';
export type { TextPictureOptions } from '../images/text-pictures.ts';

/** A website that was built. */
export interface BuiltWebsite extends FinishOptions {
  readonly folder: string;
  /** The path or the whole address at which it's served; `/` by default. */
  readonly base?: string | undefined;
  /** The website's address, for files that need whole ones, such as feeds. */
  readonly site?: string | undefined;
}

/**
 * Finishes a website that a program of its own has written: with `assets: 'copy'` it puts the pictures and files that pages name
 * into it, and says loudly if pages point to a content host that visitors can't reach.
 *
 * @throws Error for a value that an option doesn't take, a file that can't be copied, and with `strict` for such an address
 */
export async function finishWebsite({ folder, base, site, assets, strict }: BuiltWebsite): Promise<void> {
  checkFinishOptions({ assets });
  await finish({ folder, base, site }, { assets, strict }, consoleLog);
}
