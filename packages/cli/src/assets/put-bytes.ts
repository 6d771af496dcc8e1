import { createReadStream } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';

const SILENCE_MS = 60_000;

interface Stretch {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
}

/** The storage refused the bytes. */
class SendFailure extends Error {
  override readonly name = 'SendFailure';
}

/**
 * Sends a stretch of a file by PUT, with its length, without holding it in memory.
 *
 * @param onSent called with the number of bytes that went out
 * @throws SendFailure when the answer isn't success; what the network and the file system throw
 */
export async function putBytes(
  { path, offset, bytes }: Stretch,
  url: string,
  headers: Readonly<Record<string, string>>,
  onSent: (bytes: number) => void,
): Promise<void> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const request = send(url, { method: 'PUT', headers: { ...headers, 'content-length': bytes } });
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error(`No byte went through for ${SILENCE_MS / 1000} s.`)));
  const answered = new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        if (text.length < 2000) text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
  });
  const file = createReadStream(path, { start: offset, end: offset + bytes - 1 });
  file.on('data', (chunk) => onSent(chunk.length));
  // A refusal may come before everything is sent, and then says more than the connection that broke.
  const sent = pipeline(file, request);
  const { status, text } = await Promise.race([answered, sent.then(() => answered)]);
  if (status < 200 || status > 299) {
    request.destroy();
    throw new SendFailure(`The storage answered ${status}: ${text.trim().slice(0, 300)}`);
  }
  await sent;
}
