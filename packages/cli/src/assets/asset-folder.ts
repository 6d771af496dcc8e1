import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Asset } from '@stele/client';
import { isRecord } from '@stele/schema';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { parseJson } from '../parse-json.ts';

/** Details that few assets have. */
type Detail = 'caption' | 'credit' | 'rights' | 'tags';
type Details = { readonly [Name in Detail]?: Asset[Name] | undefined };

/** An asset as a folder of exported assets describes it. */
export interface AssetLine
  extends Pick<Asset, 'filename' | 'mime' | 'bytes' | 'alt_text' | 'decorative' | 'focal_point' | 'crop'>,
    Partial<Pick<Asset, Detail>> {
  /** The asset's name in content files. */
  readonly name: string;
  readonly sha256: string;
  /** Names of the folders that it is in, the topmost first. */
  readonly folder: readonly string[];
  /** Path of the file, if it's outside of a folder of exported assets. */
  readonly path?: string;
}

/** The details that an asset has. */
export function detailsOf({ caption, credit, rights, tags }: Details): Pick<AssetLine, Detail> {
  return {
    ...(caption && Object.keys(caption).length > 0 && { caption }),
    ...(credit && { credit }),
    ...(rights && { rights }),
    ...(tags && tags.length > 0 && { tags }),
  };
}

/** The files in a folder of exported assets. */
export const assetFolder = {
  /** JSON lines that describe the assets. */
  index: (root: string): string => path.join(root, 'assets.jsonl'),
  /** The file of an asset, as it was uploaded. */
  file: (root: string, { sha256, filename, path: own }: Pick<AssetLine, 'sha256' | 'filename' | 'path'>): string =>
    own ?? path.join(root, 'files', sha256 + extensionOf(filename)),
};

/** Reads the descriptions in a folder of exported assets. @throws UserError when there are none, or they can't be read */
export async function readAssetLines(io: Io, root: string): Promise<AssetLine[]> {
  const file = assetFolder.index(root);
  const text = await readFile(placeOf(io, file), 'utf8').catch(() => {
    throw new UserError(`There is no readable file ${file}. Name the folder that "npx stele export --assets" wrote.`);
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const parsed = parseJson(line);
    if (!isAssetLine(parsed)) throw new UserError(`${file}:${index + 1} describes no asset.`);
    return parsed;
  });
}

function isAssetLine(value: unknown): value is AssetLine {
  if (!isRecord(value)) return false;
  const { name, sha256, filename, mime, bytes, folder, alt_text: texts } = value;
  return (
    typeof name === 'string' &&
    /^[0-9a-f]{64}$/.test(String(sha256)) &&
    typeof filename === 'string' &&
    typeof mime === 'string' &&
    typeof bytes === 'number' &&
    typeof texts === 'object' &&
    texts !== null &&
    Array.isArray(folder) &&
    folder.every((one) => typeof one === 'string')
  );
}

function extensionOf(filename: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(filename)?.[0].toLowerCase() ?? '';
}
