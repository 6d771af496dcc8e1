import type { Log } from '../log.ts';
import { type CopyTarget, copyAssets } from './copy-assets.ts';
import { tellLocalAddresses } from './local-address.ts';

/** Options of the steps after a website's build. */
export interface FinishOptions {
  /** `copy` puts the files of assets that pages name into the website, which then needs no content host. */
  readonly assets?: 'copy' | undefined;
  /** Whether the build fails, and not only warns, when pages point to a content host that visitors can't reach; STELE_STRICT. */
  readonly strict?: boolean | undefined;
}

/** @throws Error for a value that an option doesn't take */
export function checkFinishOptions({ assets }: FinishOptions): void {
  if (assets !== undefined && assets !== 'copy') {
    throw new Error(`The option assets is wrong. It should be 'copy', or left out.`);
  }
}

/** Copies assets into a built website if that's wanted, and checks where it points. @throws Error, then the build has failed */
export async function finishWebsite(target: CopyTarget, { assets, strict }: FinishOptions, log: Log): Promise<void> {
  if (assets === 'copy') await copyAssets(target, log);
  await tellLocalAddresses(target.folder, log, strict);
}
