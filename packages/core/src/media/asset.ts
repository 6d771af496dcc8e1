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

/** An asset with everything that is stored of it. */
export interface AssetRecord {
  readonly id: string;
  readonly projectId: string;
  readonly folderId: string | null;
  readonly stage: AssetStage;
  readonly filename: string;
  readonly urlName: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string | null;
  readonly kind: AssetKind | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly pages: number | null;
  /** Locale → text; none is empty. */
  readonly altText: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  readonly focalPoint: FocalPoint | null;
  readonly crop: Crop | null;
  readonly placeholder: string | null;
  readonly dominantColor: string | null;
  readonly renditions: Renditions | null;
  readonly error: AssetError | null;
  /** Counts what the renditions depend on: changes of file, focal point and crop. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly createdBy: Actor;
  readonly updatedAt: Date;
  readonly trashedAt: Date | null;
  /** How many entries use it. */
  readonly usageCount: number;
}

/** Assets stay in the trash for so long before they're purged. */
export const ASSET_TRASH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
