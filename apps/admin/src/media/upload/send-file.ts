import pLimit from 'p-limit';
import { isReadable } from './check-file.ts';
import { PutFailure, putBlob } from './put-blob.ts';
import type { UploadAddresses } from './upload-types.ts';

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const PARTS_AT_ONCE = 3;

/** How a file is sent. */
interface Sending {
  readonly signal: AbortSignal;
  /** New addresses, for what hasn't arrived. */
  readonly renew: () => Promise<UploadAddresses>;
  /** Called with how many bytes of the file have arrived or are on their way. */
  readonly onSent: (bytes: number) => void;
  /** Called with the number of each attempt, from 1. */
  readonly onAttempt: (attempt: number) => void;
}

/**
 * Uploads a file: whole, or in the parts that the API asks for. After a failure, it sends the missing parts again after a while,
 * to new addresses; without a network it waits until there is one.
 *
 * @throws PutFailure when no attempt went through; the signal's reason when it was aborted
 */
export async function sendFile(file: File, first: UploadAddresses, sending: Sending): Promise<void> {
  const { signal, renew, onAttempt } = sending;
  let addresses = first;
  for (let attempt = 1; ; attempt++) {
    onAttempt(attempt);
    try {
      await sendMissing(file, addresses, sending);
      return;
    } catch (error) {
      signal.throwIfAborted();
      const mayHelp = attempt < ATTEMPTS && error instanceof PutFailure && (await isReadable(file));
      if (!mayHelp) throw error;
      await pause(Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS), signal);
      addresses = await renew().catch(() => addresses);
    }
  }
}

async function sendMissing(
  file: File,
  { uploadUrl, headers, parts }: UploadAddresses,
  { signal, onSent }: Sending,
): Promise<void> {
  if (!parts) return putBlob(file, uploadUrl, headers, onSent, signal);
  const there = file.size - parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = new Map<number, number>();
  const tell = (): void => onSent([...sent.values()].reduce((sum, bytes) => sum + bytes, there));
  tell();
  const limit = pLimit(PARTS_AT_ONCE);
  const results = await Promise.allSettled(
    parts.map(({ part_number: number, uploadUrl: url, offset, bytes }) =>
      limit(() =>
        // Parts have no type of their own.
        putBlob(
          file.slice(offset, offset + bytes),
          url,
          {},
          (now) => {
            sent.set(number, now);
            tell();
          },
          signal,
        ),
      ),
    ),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Waits so long, and as long as there is no network. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      if (navigator.onLine) go();
      else window.addEventListener('online', go);
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
