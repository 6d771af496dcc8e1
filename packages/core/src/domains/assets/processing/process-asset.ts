import type { ObjectStorage } from '@stele/storage';
import { assetEvents } from '../../../media/asset.names.ts';
import { loadAssets } from '../../../media/asset.store.ts';
import {
  type AssetError,
  type AssetFile,
  type AssetKind,
  type AssetRecord,
  isProcessing,
} from '../../../media/asset.ts';
import {
  type Cut,
  type MadeRenditions,
  makeRenditions,
  type SourceFile,
} from '../../../media/processing/make-renditions.ts';
import { lockAsset, writeError, writeFile, writeReplacement } from '../../../media/processing/outcome.store.ts';
import type { MediaProcessor } from '../../../media/processor.ts';
import { keepVersion } from '../../../media/versions.store.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Database } from '../../../platform/database/open-database.ts';
import type { Connection, Queryable } from '../../../platform/database/sql.ts';
import { recordEvents } from '../../../platform/events.store.ts';
import { rerenderLater } from '../../../publishing/rerender/changed-assets.store.ts';

/** The services that processing needs. */
export interface ProcessingServices {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly media: {
    readonly processor: MediaProcessor;
    /** Storage limit of each project, in bytes; null for no limit. */
    readonly storageLimit: number | null;
  };
  readonly clock: Clock;
}

/** The asset to process. */
export interface ProcessingTask {
  readonly projectId: string;
  readonly assetId: string;
  readonly signal: AbortSignal;
  /** Called in the transaction that writes the outcome. */
  done(tx: Connection): Promise<void>;
}

/** Files of the asset are being removed, or were removed meanwhile. It must be processed later. */
export class AssetSwept extends Error {
  override readonly name = 'AssetSwept';
}

/** Aspect ratios that differ by less than this count as the same. */
const SHAPE_TOLERANCE = 0.02;

/**
 * Makes the renditions of an asset's file, or of its replacement, which then becomes its file. Writes nothing if the asset has
 * changed meanwhile, since that change has scheduled another job.
 *
 * @throws AssetSwept; StorageUnavailableError; the signal's reason; what the processor throws
 */
export async function processAsset(services: ProcessingServices, task: ProcessingTask): Promise<void> {
  const asset = await loadAsset(services.database.pool, task);
  const source = asset && sourceOf(asset);
  if (!asset || !source) return;
  if (asset.sweptUntil && asset.sweptUntil > services.clock.now()) throw new AssetSwept();
  const { made, cut } = await make(services, asset, source, task.signal);
  const failure = made.renditions ? unfitting(asset, source, made.result.kind) : errorOf(made.result);
  const now = services.clock.now();
  await finish(services, task, asset, async (client, current) => {
    if (failure || !made.renditions) return fail(client, asset, failure ?? errorOf(made.result), now);
    // The asset may have been renamed meanwhile.
    const { filename } = isReplacement(asset, source) ? source : current;
    const file = { ...fileOf(source, cut, made), filename };
    const ready = { filename: file.filename, kind: file.kind, mime: file.mime, actor: SYSTEM };
    await recordEvents(client, asset.projectId, now, [
      { kind: assetEvents['asset.ready'], subjectId: asset.id, data: ready },
    ]);
    if (!isReplacement(asset, source)) {
      await writeFile(client, current, file, asset.revision, now);
      return showLater(client, asset, now);
    }
    await keepVersion(client, asset.id, asset.replacement.requestedBy, now);
    await writeFile(client, current, file, asset.revision + 1, now);
    await writeReplacement(client, asset.id, null, now);
    return showLater(client, asset, now);
  });
}

/** Records that an asset couldn't be processed. */
export async function giveUpAsset(
  services: ProcessingServices,
  task: ProcessingTask,
  error: AssetError,
): Promise<void> {
  const asset = await loadAsset(services.database.pool, task);
  if (asset && sourceOf(asset)) {
    await finish(services, task, asset, (client) => fail(client, asset, error, services.clock.now()));
  }
}

async function loadAsset(client: Queryable, { projectId, assetId }: ProcessingTask): Promise<AssetRecord | null> {
  return (await loadAssets(client, projectId, [assetId])).get(assetId) ?? null;
}

/** The file to process; null when there's none. */
function sourceOf(asset: AssetRecord): SourceFile | null {
  if (!isProcessing(asset)) return null;
  const { replacement, sha256 } = asset;
  if (replacement?.sha256) return { ...replacement, sha256: replacement.sha256 };
  return sha256 === null ? null : { ...asset, sha256 };
}

function isReplacement(
  asset: AssetRecord,
  source: SourceFile,
): asset is AssetRecord & { replacement: NonNullable<AssetRecord['replacement']> } {
  return asset.replacement?.sha256 === source.sha256;
}

/** Makes renditions. Focal point and crop are kept when a file replaces another one with the same aspect ratio. */
async function make(
  services: ProcessingServices,
  asset: AssetRecord,
  source: SourceFile,
  signal: AbortSignal,
): Promise<{ made: MadeRenditions; cut: Cut }> {
  const cut = { crop: asset.crop, focalPoint: asset.focalPoint };
  const made = await makeRenditions(services, asset, source, cut, signal);
  const isCut = cut.crop !== null || cut.focalPoint !== null;
  if (!made.renditions || !isCut || !isReplacement(asset, source)) return { made, cut };
  if (hasShapeOf(asset, { ...made.result, crop: cut.crop })) return { made, cut };
  const uncut = { crop: null, focalPoint: null };
  return { made: await makeRenditions(services, asset, source, uncut, signal), cut: uncut };
}

type Shape = Pick<AssetRecord, 'width' | 'height' | 'crop'>;

function hasShapeOf(one: Shape, other: Shape): boolean {
  const [a, b] = [aspectOf(one), aspectOf(other)];
  return a !== null && b !== null && Math.abs(a / b - 1) < SHAPE_TOLERANCE;
}

/** Width divided by height of a picture before it was cropped. */
function aspectOf({ width, height, crop }: Shape): number | null {
  if (!width || !height) return null;
  return (width / height) * (crop ? crop.height / crop.width : 1);
}

/** Schedules published content to show an asset's new files. */
function showLater(client: Queryable, { id, projectId }: AssetRecord, now: Date): Promise<boolean> {
  return rerenderLater(client, projectId, [id], { actor: SYSTEM, requestId: '' }, now);
}

/** Why a file can't replace an asset's: only a picture replaces a picture, a video a video, and so on. */
function unfitting(asset: AssetRecord, source: SourceFile, kind: AssetKind): AssetError | null {
  if (!isReplacement(asset, source) || asset.kind === null || familyOf(kind) === familyOf(asset.kind)) return null;
  const message = `The file is ${NAMES[kind]}, and the asset is ${NAMES[asset.kind]}. Upload it as a new asset.`;
  return { code: 'other_kind', message };
}

function familyOf(kind: AssetKind): AssetKind {
  return kind === 'svg' ? 'image' : kind;
}

const NAMES: Readonly<Record<AssetKind, string>> = {
  image: 'a picture',
  svg: 'a drawing',
  pdf: 'a PDF',
  audio: 'a sound recording',
  video: 'a video',
  file: 'a file of another kind',
};

function errorOf(result: MadeRenditions['result']): AssetError {
  if (result.status === 'ready') throw new Error('A file that is ready has no error.');
  return { code: result.code, message: result.message };
}

function fileOf(
  source: SourceFile,
  cut: Cut,
  { result, renditions }: MadeRenditions & { renditions: object },
): AssetFile {
  const { filename, urlName, bytes, sha256 } = source;
  const { kind, mime, width, height, duration, pages, placeholder, dominantColor } = result;
  const facts = { kind, mime, width, height, duration, pages, placeholder, dominantColor };
  return { filename, urlName, bytes, sha256, ...cut, ...facts, renditions };
}

async function fail(client: Queryable, asset: AssetRecord, error: AssetError, now: Date): Promise<void> {
  const failed = { filename: asset.filename, error, actor: SYSTEM };
  await recordEvents(client, asset.projectId, now, [
    { kind: assetEvents['asset.failed'], subjectId: asset.id, data: failed },
  ]);
  const { replacement } = asset;
  if (!replacement?.sha256) return writeError(client, asset.id, error, now);
  await writeReplacement(client, asset.id, { ...replacement, sha256: null, error }, now);
}

/** Writes an outcome, unless the asset has changed since. */
async function finish(
  { database }: ProcessingServices,
  { done }: ProcessingTask,
  before: AssetRecord,
  write: (client: Queryable, current: AssetRecord) => Promise<unknown>,
): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    const now = await lockAsset(client, before);
    const isSame =
      now?.revision === before.revision && (now.replacement?.sha256 ?? null) === (before.replacement?.sha256 ?? null);
    if (now && now.sweeps !== before.sweeps) throw new AssetSwept();
    if (now && isSame) await write(client, now);
    await done(client);
  });
}
