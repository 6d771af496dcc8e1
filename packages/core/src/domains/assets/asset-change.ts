import type { AssetRecord } from '../../media/asset.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { AssetPatch } from './assets.schemas.ts';

/** What is to become of assets: fields that aren't named stay. */
export interface AssetChange {
  readonly filename?: string;
  readonly folderId?: string | null;
  /** Locale → text; null takes it away. */
  readonly altText?: ReadonlyMap<string, string | null>;
  readonly decorative?: boolean;
  readonly focalPoint?: AssetRecord['focalPoint'];
  readonly crop?: AssetRecord['crop'];
}

/**
 * Reads what a client wants changed.
 *
 * @param path where the fields stand in the request
 * @throws ApiError `validation_failed` for alternative texts in locales that the project doesn't have
 */
export function readChange(
  project: ProjectContext['project'],
  patch: AssetPatch & { readonly filename?: string | undefined },
  path: readonly string[] = [],
): AssetChange {
  const { filename, folder_id: folderId, alt_text: altText, decorative, focal_point: focalPoint } = patch;
  return {
    ...(filename !== undefined && { filename }),
    ...(folderId !== undefined && { folderId }),
    ...(altText !== undefined && { altText: readAltText(project, altText, [...path, 'alt_text']) }),
    ...(decorative !== undefined && { decorative }),
    ...(focalPoint !== undefined && { focalPoint }),
  };
}

function readAltText(
  { defaultLocale, locales }: ProjectContext['project'],
  given: NonNullable<AssetPatch['alt_text']>,
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

/** Carries a change out. @throws ApiError `media.asset_trashed`, `media.not_uploaded`, `media.not_croppable` */
export function applyChange(before: AssetRecord, change: AssetChange): ChangedAsset {
  if (before.trashedAt) throw new ApiError('media.asset_trashed');
  if (change.crop) assertCroppable(before);
  const altText = withTexts(before.altText, change.altText ?? new Map());
  const wanted: AssetRecord = {
    ...before,
    filename: change.filename ?? before.filename,
    folderId: change.folderId === undefined ? before.folderId : change.folderId,
    altText,
    decorative: change.decorative ?? before.decorative,
    focalPoint: change.focalPoint === undefined ? before.focalPoint : change.focalPoint,
    crop: change.crop === undefined ? before.crop : change.crop,
  };
  const changed = [
    ...(wanted.filename === before.filename ? [] : ['filename']),
    ...(wanted.folderId === before.folderId ? [] : ['folder_id']),
    ...(isSame(altText, before.altText) ? [] : ['alt_text']),
    ...(wanted.decorative === before.decorative ? [] : ['decorative']),
    ...(isSame(wanted.focalPoint, before.focalPoint) ? [] : ['focal_point']),
    ...(isSame(wanted.crop, before.crop) ? [] : ['crop']),
  ];
  // Variants of fixed ratios are cut around the focal point.
  const isMade = (changed.includes('focal_point') || changed.includes('crop')) && hasPicture(before);
  return { after: isMade ? { ...wanted, revision: before.revision + 1 } : wanted, changed };
}

function withTexts(
  before: AssetRecord['altText'],
  texts: ReadonlyMap<string, string | null>,
): Readonly<Record<string, string>> {
  const after = new Map(Object.entries(before));
  for (const [locale, text] of texts) {
    if (text === null) after.delete(locale);
    else after.set(locale, text);
  }
  return Object.fromEntries([...after].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSame(a: object | null, b: object | null): boolean {
  const entries = (value: object | null): string =>
    JSON.stringify(value && Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  return entries(a) === entries(b);
}

/** @throws ApiError `media.not_uploaded`, `media.not_croppable` */
function assertCroppable(asset: AssetRecord): void {
  if (asset.stage === 'pending') throw new ApiError('media.not_uploaded');
  if (!hasPicture(asset)) throw new ApiError('media.not_croppable');
}

/** Whether the file is, or may turn out to be, a picture that has arrived. */
function hasPicture({ stage, kind, mime }: AssetRecord): boolean {
  return stage !== 'pending' && (kind === null ? mime.startsWith('image/') : kind === 'image');
}
