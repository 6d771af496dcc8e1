const SILENCE_MS = 60_000;

/** An address that didn't take the bytes, or that can't be reached (status 0). */
export class PutFailure extends Error {
  override readonly name = 'PutFailure';
  readonly status: number;

  constructor(status: number) {
    super(`The storage answered ${status}.`);
    this.status = status;
  }
}

/**
 * Sends bytes by PUT. Browsers report progress for XMLHttpRequest alone.
 *
 * @param onSent called with how many bytes of this blob went out so far
 * @throws PutFailure; what the signal was aborted with
 */
export function putBlob(
  blob: Blob,
  url: string,
  headers: Readonly<Record<string, string>>,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => request.abort();
    const hear = (): void => {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
    };
    const end = (): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      hear();
      onSent(loaded);
    };
    request.onload = () => {
      end();
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new PutFailure(request.status));
    };
    request.onerror = () => {
      end();
      reject(new PutFailure(0));
    };
    request.onabort = () => {
      end();
      reject(signal.aborted ? signal.reason : new PutFailure(0));
    };
    signal.addEventListener('abort', abort);
    hear();
    request.send(blob);
  });
}
