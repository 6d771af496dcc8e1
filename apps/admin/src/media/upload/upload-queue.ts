import { acceptsMime } from '@stele/schema';
import pLimit from 'p-limit';
import { errorText } from '@/api/error-texts.ts';
import { type ApiFailure, errorOf } from '@/api/errors.ts';
import { Listeners } from '@/ui/listeners.ts';
import { type BegunUpload, BegunUploads, begunOf } from './begun-uploads.ts';
import { isHeic, isReadable, mimeOf, problemOf, toJpeg } from './check-file.ts';
import { sendFile } from './send-file.ts';
import type { Asset, Upload, UploadAddresses, UploadApi, UploadProblem } from './upload-types.ts';
import { isOver } from './upload-types.ts';

const FILES_AT_ONCE = 3;
const POLL_MS = 700;
const LONGEST_POLL_MS = 5_000;

/** Options of an upload. */
interface UploadWishes {
  readonly folderId?: string | null;
  /** Media types that are taken; all by default. */
  readonly accept?: readonly string[] | undefined;
  /** The asset whose file the one file takes the place of. */
  readonly replaces?: string;
}

/** A file that was handed over. */
interface UploadHandle {
  readonly id: string;
  /** The asset once its file has been taken in, though not yet processed; null when nothing came of it. */
  readonly arrived: Promise<Asset | null>;
  /** As `arrived`, but a file that failed may still be tried again: null once it was taken off the list. */
  readonly settled: Promise<Asset | null>;
}

interface Job {
  readonly id: string;
  file: File;
  readonly wishes: UploadWishes;
  controller: AbortController;
  readonly settled: Promise<Asset | null>;
  readonly settle: (asset: Asset | null) => void;
}

/** Uploads to show, in the order in which they were added, and uploads that an earlier page began. */
export interface UploadState {
  readonly uploads: readonly Upload[];
  readonly interrupted: readonly BegunUpload[];
}

/** A file was refused before or during its upload. */
class Refused extends Error {
  readonly problem: UploadProblem;

  constructor(problem: UploadProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * Sends files of a project to its media: some at a time, in parts when they are large, again when the network fails, and on
 * from where an earlier page stopped. It lives as long as the page, on every screen.
 */
export class UploadQueue {
  readonly #api: UploadApi;
  readonly #begun: BegunUploads;
  readonly #onArrived: () => void;
  readonly #files = pLimit(FILES_AT_ONCE);
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Listeners();
  #state: UploadState = { uploads: [], interrupted: [] };
  #count = 0;

  /** @param onArrived called when the lists of assets are out of date */
  constructor(projectId: string, api: UploadApi, onArrived: () => void) {
    this.#api = api;
    this.#begun = new BegunUploads(projectId);
    this.#onArrived = onArrived;
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getState = (): UploadState => this.#state;

  /** Looks for uploads that an earlier page began and didn't end. */
  async findInterrupted(): Promise<void> {
    const mine = new Set(this.#state.uploads.filter((one) => !isOver(one)).map(({ assetId }) => assetId));
    const interrupted = (await this.#begun.interrupted()).filter(({ assetId }) => !mine.has(assetId));
    this.#set({ ...this.#state, interrupted });
  }

  /** Queues files. Uploads that were begun earlier go on where they stopped. */
  add(files: readonly File[], wishes: UploadWishes = {}): UploadHandle[] {
    const added = files.map((file): Job => {
      let settle: Job['settle'] = () => undefined;
      const settled = new Promise<Asset | null>((resolve) => {
        settle = resolve;
      });
      return { id: `upload-${++this.#count}`, file, wishes, controller: new AbortController(), settled, settle };
    });
    const uploads = added.map(
      ({ id, file }): Upload => ({
        id,
        filename: file.name,
        bytes: file.size,
        sent: 0,
        stage: 'waiting',
        assetId: null,
        asset: null,
        problem: null,
        duplicateOf: null,
        attempt: 0,
      }),
    );
    this.#set({ ...this.#state, uploads: [...this.#state.uploads, ...uploads] });
    return added.map((job) => {
      this.#jobs.set(job.id, job);
      return this.#line(job);
    });
  }

  /** Resumes uploads that an earlier page began, each with its folder or asset; other files are added as new ones. */
  resume(files: readonly File[]): UploadHandle[] {
    return files.flatMap((file) => {
      const begun = begunOf(this.#state.interrupted, file);
      return this.add([file], begun?.replaces ? { replaces: begun.assetId } : { folderId: begun?.folderId ?? null });
    });
  }

  /** Stops an upload and gives it up. */
  cancel(id: string): void {
    const upload = this.#find(id);
    if (!upload || isOver(upload)) return;
    this.#jobs.get(id)?.controller.abort();
    this.#change(id, { stage: 'canceled' });
    if (upload.assetId && !upload.asset) void this.#giveUp(upload.assetId, this.#jobs.get(id)?.wishes.replaces);
  }

  /** Tries once more what failed or was canceled. */
  retry(id: string): UploadHandle | null {
    const job = this.#jobs.get(id);
    const upload = this.#find(id);
    if (!job || !upload || (upload.stage !== 'failed' && upload.stage !== 'canceled')) return null;
    job.controller = new AbortController();
    this.#change(id, { stage: 'waiting', problem: null, sent: 0, asset: null, assetId: null, duplicateOf: null });
    return this.#line(job);
  }

  /** Takes uploads that are over off the list: one, or all. */
  dismiss(id?: string): void {
    const uploads = this.#state.uploads.filter((one) => !isOver(one) || (id !== undefined && one.id !== id));
    const kept = new Set(uploads.map((one) => one.id));
    for (const [key, job] of this.#jobs) {
      if (kept.has(key)) continue;
      job.settle(null);
      this.#jobs.delete(key);
    }
    this.#set({ ...this.#state, uploads });
  }

  /** Gives up what an earlier page began. */
  async forgetInterrupted(): Promise<void> {
    const { interrupted } = this.#state;
    this.#set({ ...this.#state, interrupted: [] });
    await Promise.all(
      interrupted.map(({ assetId, replaces }) => this.#giveUp(assetId, replaces ? assetId : undefined)),
    );
  }

  #line(job: Job): UploadHandle {
    const { signal } = job.controller;
    return { id: job.id, arrived: this.#files(() => this.#run(job, signal)), settled: job.settled };
  }

  async #run(job: Job, signal: AbortSignal): Promise<Asset | null> {
    if (signal.aborted) return null;
    try {
      const asset = await this.#take(job, signal);
      this.#change(job.id, { stage: 'processing', asset, sent: job.file.size, duplicateOf: asset.duplicate_of });
      job.settle(asset);
      this.#onArrived();
      void this.#watch(job.id, asset, signal);
      return asset;
    } catch (error) {
      if (!signal.aborted) this.#change(job.id, { stage: 'failed', problem: await problemAt(error, job.file) });
      return null;
    }
  }

  async #take(job: Job, signal: AbortSignal): ReturnType<UploadApi['complete']> {
    const problem = problemOf(job.file);
    if (problem) throw new Refused(problem);
    const accept = job.wishes.accept ?? null;
    if (isHeic(job.file) && !acceptsMime(accept, mimeOf(job.file)) && acceptsMime(accept, 'image/jpeg')) {
      const jpeg = await toJpeg(job.file);
      if (!jpeg) throw new Refused({ kind: 'heic' });
      job.file = jpeg;
      this.#change(job.id, { filename: jpeg.name, bytes: jpeg.size });
    }
    if (!acceptsMime(accept, mimeOf(job.file))) throw new Refused({ kind: 'notAccepted' });
    const addresses = (await this.#goOn(job)) ?? (await this.#declare(job));
    const { asset_id: assetId } = addresses;
    if (signal.aborted) {
      await this.#giveUp(assetId, job.wishes.replaces);
      signal.throwIfAborted();
    }
    this.#change(job.id, { assetId, stage: 'sending' });
    return this.#begun.while(assetId, async () => {
      await sendFile(job.file, addresses, {
        signal,
        renew: () => this.#api.renew(assetId),
        onSent: (sent) => this.#change(job.id, { sent }),
        onAttempt: (attempt) => this.#change(job.id, { attempt }),
      });
      this.#change(job.id, { stage: 'checking', sent: job.file.size });
      const asset = await this.#api.complete(assetId);
      await this.#begun.forget(assetId);
      return asset;
    });
  }

  /** The addresses of what is missing of an upload that was begun; null when there is none to go on with. */
  async #goOn({ file, wishes }: Job): Promise<UploadAddresses | null> {
    const candidates = (await this.#begun.interrupted()).filter(({ assetId, replaces }) =>
      wishes.replaces ? replaces && assetId === wishes.replaces : !replaces,
    );
    const begun = begunOf(candidates, file);
    if (!begun) return null;
    this.#set({
      ...this.#state,
      interrupted: this.#state.interrupted.filter(({ assetId }) => assetId !== begun.assetId),
    });
    try {
      return await this.#api.renew(begun.assetId);
    } catch (error) {
      if (!isRefusal(errorOf(error))) throw error;
      await this.#begun.forget(begun.assetId);
      return null;
    }
  }

  async #declare({ file, wishes }: Job): Promise<UploadAddresses> {
    const declared = { filename: file.name, mime: mimeOf(file), bytes: file.size };
    const folderId = wishes.folderId ?? null;
    const addresses = wishes.replaces
      ? await this.#api.replace(wishes.replaces, declared)
      : await this.#api.declare({ ...declared, folder_id: folderId });
    await this.#begun.remember({
      assetId: addresses.asset_id,
      filename: file.name,
      bytes: file.size,
      lastModified: file.lastModified,
      folderId,
      replaces: wishes.replaces !== undefined,
    });
    return addresses;
  }

  /** Looks at an asset until something has been made of it, or can't be. */
  async #watch(id: string, first: Asset, signal: AbortSignal): Promise<void> {
    let asset = first;
    for (
      let wait = POLL_MS;
      asset.status === 'pending' || asset.processing;
      wait = Math.min(wait * 1.5, LONGEST_POLL_MS)
    ) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted) return;
      asset = await this.#api.get(asset.id).catch(() => asset);
      this.#change(id, { asset });
    }
    const error = asset.status === 'failed' ? asset.error : asset.replacement?.error;
    this.#change(
      id,
      error
        ? { asset, stage: 'failed', problem: { kind: 'failed', message: errorText(error), mayPass: false } }
        : { asset, stage: 'ready' },
    );
    this.#onArrived();
  }

  async #giveUp(assetId: string, replaces: string | undefined): Promise<void> {
    await this.#begun.forget(assetId);
    // The asset whose file was to be replaced stays; the server gives the upload up after a day.
    if (replaces === undefined) await this.#api.discard(assetId).catch(() => undefined);
    this.#onArrived();
  }

  #find(id: string): Upload | undefined {
    return this.#state.uploads.find((one) => one.id === id);
  }

  #change(id: string, change: Partial<Upload>): void {
    this.#set({
      ...this.#state,
      uploads: this.#state.uploads.map((one) =>
        one.id === id && (one.stage !== 'canceled' || change.stage === 'waiting') ? { ...one, ...change } : one,
      ),
    });
  }

  #set(state: UploadState): void {
    this.#state = state;
    this.#listeners.notify();
  }
}

function isRefusal({ status }: ApiFailure): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

async function problemAt(error: unknown, file: File): Promise<UploadProblem> {
  if (error instanceof Refused) return error.problem;
  if (!(await isReadable(file))) return { kind: 'changed' };
  const failure = errorOf(error);
  if (failure.code !== 'offline') return { kind: 'failed', message: failure.message, mayPass: true };
  return { kind: navigator.onLine ? 'notSent' : 'offline' };
}
