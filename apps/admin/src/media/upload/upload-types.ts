import type { Outputs } from '@/api/trpc.ts';

/** An asset as the API shows it. */
export type Asset = Outputs['assets']['get'];

/** Where the bytes of a declared file go. */
export type UploadAddresses = Outputs['assets']['renewUploadUrls'];

/** Facts about a file, declared before it is sent. */
interface DeclaredFile {
  readonly filename: string;
  readonly mime: string;
  readonly bytes: number;
}

/** The queue's calls to the API. Every call throws as `errorOf` reads it. */
export interface UploadApi {
  declare(file: DeclaredFile & { readonly folder_id: string | null }): Promise<UploadAddresses>;
  /** Declares a file that is to take the place of an asset's. */
  replace(assetId: string, file: DeclaredFile): Promise<UploadAddresses>;
  /** New addresses; of a large file for the parts that haven't arrived. */
  renew(assetId: string): Promise<UploadAddresses>;
  complete(assetId: string): Promise<Outputs['assets']['complete']>;
  get(assetId: string): Promise<Asset>;
  /** Gives an upload up. */
  discard(assetId: string): Promise<unknown>;
}

/** Why a file was refused; `failed` has the sentence of the API, and whether the same file may get through another time. */
export type UploadProblem =
  | { readonly kind: 'empty' | 'tooLarge' | 'heic' | 'notAccepted' | 'runs' | 'changed' | 'offline' | 'notSent' }
  | { readonly kind: 'failed'; readonly message: string; readonly mayPass: boolean };

/** How far an upload is. */
type UploadStage = 'waiting' | 'sending' | 'checking' | 'processing' | 'ready' | 'failed' | 'canceled';

/** One file on its way. */
export interface Upload {
  readonly id: string;
  readonly filename: string;
  readonly bytes: number;
  readonly sent: number;
  readonly stage: UploadStage;
  /** Null until the file is declared. */
  readonly assetId: string | null;
  /** As last seen; null until the file has arrived. */
  readonly asset: Asset | null;
  readonly problem: UploadProblem | null;
  /** Another asset that has the same file. */
  readonly duplicateOf: string | null;
  /** How often sending has begun. */
  readonly attempt: number;
}

/** Whether an upload has ended. */
export function isOver({ stage }: Upload): boolean {
  return stage === 'ready' || stage === 'failed' || stage === 'canceled';
}
