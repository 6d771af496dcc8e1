import type { Actor } from '../platform/actor.ts';

/** How far an asset came. */
export type AssetStage = 'pending' | 'processing' | 'ready' | 'failed';

/** What sort of file an asset is: `svg` is a drawing, `image` every other picture, `file` what is served as it came. */
export type AssetKind = 'image' | 'svg' | 'pdf' | 'audio' | 'video' | 'file';

/** A point of a picture, from its top left corner, as fractions of its size. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** A part of a picture, as fractions of its size. */
export interface Crop extends FocalPoint {
  readonly width: number;
  readonly height: number;
}

/** A file that the content host serves. */
export interface StoredRendition {
  /** What it is: `full.webp`, `640.avif`, `16x9-640.webp`. */
  readonly name: string;
  readonly key: string;
  readonly mime: string;
  readonly format: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number;
  readonly ratio: string | null;
  /** Whether it moves. */
  readonly animated: boolean;
}

/** Everything that is served of an asset. */
export interface Renditions {
  readonly full: StoredRendition;
  readonly variants: readonly StoredRendition[];
}

/** Why nothing could be made of a file. */
export interface AssetError {
  readonly code: string;
  readonly message: string;
}

/** A file that is to take the place of an asset's. */
export interface Replacement {
  readonly filename: string;
  readonly urlName: string;
  readonly mime: string;
  readonly bytes: number;
  /** Null until it has arrived, and when nothing could be made of it. */
  readonly sha256: string | null;
  /** Why nothing could be made of it. */
  readonly error: AssetError | null;
  readonly requestedAt: string;
  readonly requestedBy: Actor;
}

/** A file of an asset, and what was made of it. */
export interface AssetFile {
  readonly filename: string;
  /** The file's name in addresses. */
  readonly urlName: string;
  readonly mime: string;
  readonly bytes: number;
  /** Null until it has arrived. */
  readonly sha256: string | null;
  readonly kind: AssetKind | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly pages: number | null;
  readonly focalPoint: FocalPoint | null;
  readonly crop: Crop | null;
  readonly placeholder: string | null;
  readonly dominantColor: string | null;
  readonly renditions: Renditions | null;
}

/** An asset with everything that is stored of it. */
export interface AssetRecord extends AssetFile {
  readonly id: string;
  readonly projectId: string;
  readonly folderId: string | null;
  readonly stage: AssetStage;
  /** Locale → text; none is empty. */
  readonly altText: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  readonly error: AssetError | null;
  /** Counts what the renditions depend on: changes of file, focal point and crop. */
  readonly revision: number;
  /** The revision that was processed last; null before the first. */
  readonly renderedRevision: number | null;
  readonly replacement: Replacement | null;
  /** How often files of it began to be removed, and until when that goes on; null when it doesn't. */
  readonly sweeps: number;
  readonly sweptUntil: Date | null;
  readonly createdAt: Date;
  readonly createdBy: Actor;
  readonly updatedAt: Date;
  readonly trashedAt: Date | null;
  /** How many entries use it. */
  readonly usageCount: number;
}

/** Whether something is to be made of an asset: of its file, focal point and crop, or of the file that is to replace it. */
export function isProcessing({ sha256, revision, renderedRevision, replacement }: AssetRecord): boolean {
  return (sha256 !== null && revision !== renderedRevision) || (replacement?.sha256 ?? null) !== null;
}

/** An asset's earlier files are kept for so long. */
export const VERSION_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Assets stay in the trash for so long before they're purged. */
export const ASSET_TRASH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
