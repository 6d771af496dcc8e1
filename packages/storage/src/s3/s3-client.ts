import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../settings.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** Until the answer begins; `answerTimeout` adds the time that a body takes. */
const ANSWER_TIMEOUT_MS = 5_000;
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 512;
const MAX_ATTEMPTS = 3;
const MAX_SOCKETS = 64;

export interface S3Options {
  /** Milliseconds that a service has to begin its answer, per attempt; more is given for a body to send. */
  answerTimeoutMs?: number;
}

/** A client whose every attempt is bounded in time, and which takes no credentials from anywhere else. */
export function newS3Client(settings: S3Settings, options: S3Options): S3Client {
  return new S3Client({
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
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: answerTimeout(0, options),
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_SOCKET_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
}

/** Milliseconds that one attempt to send so many bytes may take until the answer begins. */
export function answerTimeout(bodyBytes: number, options: S3Options): number {
  return (options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS) + Math.ceil(bodyBytes / SLOWEST_BYTES_PER_MS);
}
