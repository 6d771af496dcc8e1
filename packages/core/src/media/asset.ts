import type { Crop, FailureCode, FocalPoint, MediaKind } from '@stele/media';
import type { Actor } from '../platform/actor.ts';
import {
  bool,
  float,
  int,
  json,
  list,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
} from '../platform/database/row.ts';

/** The processing state of an asset. */
export type AssetStage = 'pending' | 'processing' | 'ready' | 'failed';

/** The type of file. */
export type AssetKind = MediaKind;

/** A file that the content host serves. */
export interface StoredRendition {
  /** A name such as `full.webp`, `640.avif`, `16x9-640.webp`. */
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

/** The columns of a file, of both assets and their earlier versions. */
export const FILE_ROW = {
  filename: text,
  /** The file's name in URLs. */
  urlName: text,
  mime: text,
  bytes: float,
  /** Null until it has arrived. */
  sha256: nullable(text),
  kind: nullable(oneOf<AssetKind>()),
  width: nullable(int),
  height: nullable(int),
  duration: nullable(float),
  pages: nullable(int),
  focalPoint: nullable(json<FocalPoint>()),
  crop: nullable(json<Crop>()),
  placeholder: nullable(text),
  dominantColor: nullable(text),
  renditions: nullable(json<Renditions>()),
};

/** A file of an asset and its renditions. */
export type AssetFile = RowOf<typeof FILE_ROW>;

/** The columns of an asset, as `ASSET_COLUMNS` reads them. */
export const ASSET_ROW = {
  ...FILE_ROW,
  id: text,
  projectId: text,
  folderId: nullable(text),
  stage: oneOf<AssetStage>(),
  /** Locale → text, never an empty one. */
  altText: json<Readonly<Record<string, string>>>(),
  decorative: bool,
  /** Locale → text, never an empty one. */
  caption: json<Readonly<Record<string, string>>>(),
  /** Who made it. */
  credit: nullable(text),
  /** The licence, or terms of use. */
  rights: nullable(text),
  tags: list(text),
  error: nullable(json<AssetError>()),
  /** Grows with each change that affects the renditions: of file, focal point or crop. */
  revision: int,
  /** The revision of the current renditions; null before the first. */
  renderedRevision: nullable(int),
  replacement: nullable(json<Replacement>()),
  /** How many times its old files were swept, and the deadline of a running sweep; null without one. */
  sweeps: int,
  sweptUntil: nullable(timestamp),
  createdAt: timestamp,
  createdBy: json<Actor>(),
  updatedAt: timestamp,
  trashedAt: nullable(timestamp),
  /** How many entries use it. */
  usageCount: int,
};

/** An asset with all its stored fields. */
export type AssetRecord = RowOf<typeof ASSET_ROW>;

/** Whether an asset must be processed, because of a new revision or a replacement. */
export function isProcessing({ sha256, revision, renderedRevision, replacement }: AssetRecord): boolean {
  return (sha256 !== null && revision !== renderedRevision) || (replacement?.sha256 ?? null) !== null;
}

/** How long an asset's earlier files are kept. */
export const VERSION_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** How long assets stay in the trash before they're purged. */
export const ASSET_TRASH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
