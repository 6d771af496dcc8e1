import { S3Client } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import type { S3Settings } from '../settings.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** How long the answer may take to begin. `answerTimeout` adds the time to send a body. */
const ANSWER_TIMEOUT_MS = 5_000;
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
/** A service only answers when it has copied the object, which may be large. */
export const COPY_TIMEOUT_MS = 10 * 60_000;
/** Larger objects are copied in parts of this size; one request may copy at most 5 GB. */
export const COPY_PART_BYTES = 1024 * 1024 * 1024;
const SLOWEST_BYTES_PER_MS = 512;
const MAX_ATTEMPTS = 3;
/** Requests that wait for the beginning of their answer. */
const MAX_UNANSWERED = 64;

export interface S3Options {
  /** Milliseconds for a service to begin its answer, per attempt; more with a body to send. */
  answerTimeoutMs?: number;
  /** Milliseconds to connect, per attempt. */
  connectTimeoutMs?: number;
  /** The most bytes that one request copies; by default 1 GiB. */
  copyPartBytes?: number;
}

/**
 * A client that limits the time of each attempt, and only uses the given credentials. The time of a request begins with its turn,
 * and bodies that are still being read don't delay other requests.
 */
export function newS3Client(settings: S3Settings, options: S3Options): S3Client {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // By default, a presigned upload has the checksum of an empty body, which strict services refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    defaultsMode: 'standard',
    followRegionRedirects: false,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    requestHandler: {
      connectionTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      requestTimeout: answerTimeout(0, options),
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_SOCKET_TIMEOUT_MS,
      // A request that waits for a socket would count as unable to connect.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
  const limit = pLimit(MAX_UNANSWERED);
  // The last step before an attempt is sent, so that its time doesn't begin before its turn.
  client.middlewareStack.add((send) => (attempt) => limit(() => send(attempt)), {
    step: 'deserialize',
    priority: 'low',
    name: 'limitUnanswered',
  });
  return client;
}

/** Milliseconds until the answer to a request with so many bytes must begin. */
export function answerTimeout(bodyBytes: number, options: S3Options): number {
  return (options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS) + Math.ceil(bodyBytes / SLOWEST_BYTES_PER_MS);
}
