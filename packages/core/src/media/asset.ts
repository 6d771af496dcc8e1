import type { Crop, FailureCode, FocalPoint, MediaKind } from '@stele/media';
import type { Actor } from '../platform/actor.ts';

/** The processing state of an asset. */
export type AssetStage = 'pending' | 'processing' | 'ready' | 'failed';

/** The type of file. */
export type AssetKind = MediaKind;

/** A file that the content host serves. */
export interface StoredRendition {
  /** Its name: `full.webp`, `640.avif`, `16x9-640.webp`. */
  readonly name: string;
  readonly key: string;
  readonly mime: string;
  readonly format: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number;
  readonly ratio: string | null;
  /** Whether it's animated. */
  readonly animated: boolean;
}

/** The files of an asset that the content host serves. */
export interface Renditions {
  readonly full: StoredRendition;
  readonly variants: readonly StoredRendition[];
}

/** The storage keys of renditions. */
export function keysOf(renditions: Renditions | null): string[] {
  return renditions ? [renditions.full, ...renditions.variants].map(({ key }) => key) : [];
}

/** Why a file can't be used. */
export type AssetErrorCode = FailureCode | 'no_room' | 'not_fetched' | 'other_kind' | 'processing_failed';

/** Why a file could not be processed. */
export interface AssetError {
  readonly code: AssetErrorCode;
  readonly message: string;
}

/** A file that replaces an asset's once it's processed. */
export interface Replacement {
  readonly filename: string;
  readonly urlName: string;
  readonly mime: string;
  readonly bytes: number;
  /** Null until it has arrived, and after processing has failed. */
  readonly sha256: string | null;
  readonly error: AssetError | null;
  readonly requestedAt: string;
  readonly requestedBy: Actor;
}

/** A file of an asset and its renditions. */
export interface AssetFile {
  readonly filename: string;
  /** The file's name in URLs. */
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

/** An asset with all its stored fields. */
export interface AssetRecord extends AssetFile {
  readonly id: string;
  readonly projectId: string;
  readonly folderId: string | null;
  readonly stage: AssetStage;
  /** Locale → text, never an empty one. */
  readonly altText: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  readonly error: AssetError | null;
  /** Grows with each change that affects the renditions: of file, focal point or crop. */
  readonly revision: number;
  /** The revision of the current renditions; null before the first. */
  readonly renderedRevision: number | null;
  readonly replacement: Replacement | null;
  /** How many times its old files were swept, and the deadline of a running sweep; null without one. */
  readonly sweeps: number;
  readonly sweptUntil: Date | null;
  readonly createdAt: Date;
  readonly createdBy: Actor;
  readonly updatedAt: Date;
  readonly trashedAt: Date | null;
  /** How many entries use it. */
  readonly usageCount: number;
}

/** Whether an asset must be processed, because of a new revision or a replacement. */
export function isProcessing({ sha256, revision, renderedRevision, replacement }: AssetRecord): boolean {
  return (sha256 !== null && revision !== renderedRevision) || (replacement?.sha256 ?? null) !== null;
}

/** How long an asset's earlier files are kept. */
export const VERSION_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** How long assets stay in the trash before they're purged. */
export const ASSET_TRASH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
