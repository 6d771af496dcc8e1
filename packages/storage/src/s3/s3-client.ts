import { S3Client } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import type { S3Settings } from '../settings.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** Until the answer begins; `answerTimeout` adds the time that a body takes. */
const ANSWER_TIMEOUT_MS = 5_000;
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
/** A service copies a large object before it answers. */
export const COPY_TIMEOUT_MS = 10 * 60_000;
/** What's larger is copied in parts of this size: one request may copy 5 GB at most. */
export const COPY_PART_BYTES = 1024 * 1024 * 1024;
const SLOWEST_BYTES_PER_MS = 512;
const MAX_ATTEMPTS = 3;
/** Requests that wait for the beginning of their answer. */
const MAX_UNANSWERED = 64;

export interface S3Options {
  /** Milliseconds that a service has to begin its answer, per attempt; more is given for a body to send. */
  answerTimeoutMs?: number;
  /** Milliseconds to connect in, per attempt. */
  connectTimeoutMs?: number;
  /** Bytes that one request copies at most; 1 GiB unless given. */
  copyPartBytes?: number;
}

/**
 * A client that limits the time of each attempt and takes only the given credentials. The time of a request begins when it's its
 * turn, and bodies that are still being read don't delay other requests.
 */
export function newS3Client(settings: S3Settings, options: S3Options): S3Client {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // The default would put the checksum of an empty body into a presigned upload, which strict services refuse.
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
      // A request that waits for a socket would be taken for one that can't connect.
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
