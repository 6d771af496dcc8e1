import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Files of a website that browsers read addresses in; the last three are pages that Next.js keeps. */
const TEXTS = /\.(?:html?|[cm]?js|css|json|xml|svg|txt|webmanifest|rsc|body|meta)$/i;
/** The address of an asset's file: origin of the content host, path to the project's media, and the file there. */
const ADDRESS =
  /(https?:\/\/[^\s"'`<>()\\/&;,]+)((?:\/[^\s"'`<>()\\&;,:]*?)?\/prj_[0-9A-Za-z]{1,64}\/media\/)(ast_[0-9a-z]{1,60}\/([0-9a-f]{24})\/[A-Za-z0-9-]*\.[a-z0-9]+)/g;

/** A file of an asset, as a page names it. */
export interface AssetAddress {
  readonly url: string;
  readonly origin: string;
  /** The prefix of the addresses of all files of the project. */
  readonly media: string;
  /** The file, from there on: the asset's id, the beginning of the file's SHA-256, and its name. */
  readonly file: string;
  readonly digest: string;
}

/** A file of a website that may name assets. */
interface WebsiteText {
  /** From the website's folder on. */
  readonly name: string;
  readonly text: string;
}

/** The folder in a website for copies of files. */
export const COPIES = '_stele';
const COPY = new RegExp(`^${COPIES}[/\\\\]`);

/** The texts of a built website, by their names; not the copies in it. @throws Error when one can't be read */
export async function* websiteTexts(folder: string): AsyncGenerator<WebsiteText> {
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (!TEXTS.test(name) || COPY.test(name)) continue;
    const text = await readFile(path.join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      // A folder may be named like a file, and a link may lead nowhere.
      if (error.code === 'EISDIR' || error.code === 'ENOENT') return '';
      throw error;
    });
    yield { name, text };
  }
}

/** A text with other addresses of assets. @param replace is given each address, and the text before it */
export function replaceAddresses(text: string, replace: (address: AssetAddress, before: string) => string): string {
  return text.replace(ADDRESS, (url, origin: string, way: string, file: string, digest: string, at: number) =>
    replace({ url, origin, media: origin + way, file, digest }, text.slice(Math.max(0, at - BEFORE), at)),
  );
}
/** Characters that tell what an address is for. */
const BEFORE = 12;

/** The assets' files that a text names, in its order. */
export function addressesIn(text: string): AssetAddress[] {
  const found: AssetAddress[] = [];
  replaceAddresses(text, (address) => {
    found.push(address);
    return address.url;
  });
  return found;
}
