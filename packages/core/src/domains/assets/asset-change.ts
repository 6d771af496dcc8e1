import type { AssetRecord } from '../../media/asset.ts';
import { ApiError, type ErrorDetail, invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { assetErrors } from './assets.names.ts';
import { type BulkAssetPatch, MOST_ASSET_TAGS } from './assets.schemas.ts';

/** A change of assets. Undefined fields stay. */
export interface AssetChange {
  readonly filename?: string;
  readonly folderId?: string | null;
  /** Locale → text; null removes it. */
  readonly altText?: ReadonlyMap<string, string | null>;
  readonly decorative?: boolean;
  /** Locale → text; null removes it. */
  readonly caption?: ReadonlyMap<string, string | null>;
  readonly credit?: string | null;
  readonly rights?: string | null;
  readonly tags?: readonly string[];
  readonly addedTags?: readonly string[];
  readonly removedTags?: readonly string[];
  readonly focalPoint?: AssetRecord['focalPoint'];
  readonly crop?: AssetRecord['crop'];
}

/**
 * Reads a change from a request.
 *
 * @param path of the fields in the request
 * @throws ApiError `validation_failed` for texts in locales that the project doesn't have, and for changes of tags that contradict
 *   each other
 */
export function readChange(
  project: ProjectContext['project'],
  patch: BulkAssetPatch & { readonly filename?: string | undefined },
  path: readonly string[] = [],
): AssetChange {
  const { filename, folder_id: folderId, alt_text: altText, decorative, focal_point: focalPoint } = patch;
  const { caption, credit, rights, tags, add_tags: added, remove_tags: removed } = patch;
  refuseContradictions(patch, path);
  return {
    ...(filename !== undefined && { filename }),
    ...(folderId !== undefined && { folderId }),
    ...(altText !== undefined && { altText: readTexts(project, altText, [...path, 'alt_text']) }),
    ...(decorative !== undefined && { decorative }),
    ...(caption !== undefined && { caption: readTexts(project, caption, [...path, 'caption']) }),
    ...(credit !== undefined && { credit: credit?.trim() || null }),
    ...(rights !== undefined && { rights: rights?.trim() || null }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(added !== undefined && { addedTags: added }),
    ...(removed !== undefined && { removedTags: removed }),
    ...(focalPoint !== undefined && { focalPoint }),
  };
}

/** @throws ApiError `validation_failed` */
function refuseContradictions(
  { tags, add_tags: added, remove_tags: removed }: BulkAssetPatch,
  path: readonly string[],
): void {
  if (tags !== undefined && (added ?? removed) !== undefined) {
    throw invalid([...path, 'tags'], 'Give the tags, or those to add and to remove.');
  }
  if (removed?.some((tag) => added?.includes(tag))) {
    throw invalid([...path, 'remove_tags'], 'A tag is to be added or to be removed, not both.');
  }
}

function readTexts(
  { defaultLocale, locales }: ProjectContext['project'],
  given: NonNullable<BulkAssetPatch['alt_text']>,
  path: readonly string[],
): Map<string, string | null> {
  const texts = Object.entries(typeof given === 'string' ? { [defaultLocale]: given } : given);
  const details = texts.flatMap(([locale]): ErrorDetail[] =>
    locales.includes(locale) ? [] : [{ path: [...path, locale], message: `The project has no locale ${locale}.` }],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  return new Map(texts.map(([locale, text]) => [locale, text?.trim() || null]));
}

/** An asset after a change, and the names of the fields that differ. */
export interface ChangedAsset {
  readonly after: AssetRecord;
  readonly changed: readonly string[];
}

/** The fields of a change, and their names in API and audit log. */
const NAMES = {
  filename: 'filename',
  folderId: 'folder_id',
  altText: 'alt_text',
  decorative: 'decorative',
  caption: 'caption',
  credit: 'credit',
  rights: 'rights',
  tags: 'tags',
  focalPoint: 'focal_point',
  crop: 'crop',
} as const;

/**
 * Applies a change.
 *
 * @throws ApiError `media.asset_trashed`, `media.not_uploaded`, `media.not_croppable`; `validation_failed` for too many tags
 */
export function applyChange(before: AssetRecord, { addedTags, removedTags, ...change }: AssetChange): ChangedAsset {
  if (before.trashedAt) throw new ApiError(assetErrors['media.asset_trashed']);
  if (change.crop) assertCroppable(before);
  const wanted: AssetRecord = {
    ...before,
    ...change,
    altText: withTexts(before.altText, change.altText),
    caption: withTexts(before.caption, change.caption),
    tags: withTags(change.tags ?? before.tags, addedTags, removedTags),
  };
  const changed = Object.entries(NAMES)
    .filter(([key]) => !isSame(wanted[key as keyof typeof NAMES], before[key as keyof typeof NAMES]))
    .map(([, name]) => name);
  // Variants of fixed ratios are cut around the focal point.
  const isMade = (changed.includes('focal_point') || changed.includes('crop')) && hasPicture(before);
  return { after: isMade ? { ...wanted, revision: before.revision + 1 } : wanted, changed };
}

function withTags(before: readonly string[], added: readonly string[] = [], removed: readonly string[] = []): string[] {
  const after = [...new Set([...before, ...added])].filter((tag) => !removed.includes(tag));
  if (added.length > 0 && after.length > MOST_ASSET_TAGS) {
    throw invalid(['patch', 'add_tags'], `An asset has at most ${MOST_ASSET_TAGS} tags.`);
  }
  return after;
}

function withTexts(
  before: AssetRecord['altText'],
  texts: ReadonlyMap<string, string | null> = new Map(),
): Readonly<Record<string, string>> {
  const after = new Map(Object.entries(before));
  for (const [locale, text] of texts) {
    if (text === null) after.delete(locale);
    else after.set(locale, text);
  }
  return Object.fromEntries([...after].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSame(a: unknown, b: unknown): boolean {
  const text = (value: unknown): string =>
    JSON.stringify(
      value && typeof value === 'object'
        ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
        : value,
    );
  return text(a) === text(b);
}

/** @throws ApiError `media.not_uploaded`, `media.not_croppable` */
export function assertCroppable(asset: AssetRecord): void {
  if (asset.stage === 'pending') throw new ApiError('media.not_uploaded');
  if (!hasPicture(asset)) throw new ApiError(assetErrors['media.not_croppable']);
}

/** Whether the file has arrived and is, or may turn out to be, a picture. */
function hasPicture({ stage, kind, mime }: AssetRecord): boolean {
  return stage !== 'pending' && (kind === null ? mime.startsWith('image/') : kind === 'image');
}
