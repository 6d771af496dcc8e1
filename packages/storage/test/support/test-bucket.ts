import { randomBytes } from 'node:crypto';
import { type CORSConfiguration, CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../src/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The S3 service that the tests are given by TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID and TEST_S3_SECRET_ACCESS_KEY,
 * with the name of a bucket that isn't there yet; null when they are given none.
 */
export function testBucketFromEnv(env: Environment): S3Settings | null {
  const { TEST_S3_ENDPOINT: endpoint, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } = env;
  if (endpoint === undefined || endpoint === '') return null;
  return {
    driver: 's3',
    endpoint,
    region: 'us-east-1',
    bucket: `stele-test-${randomBytes(6).toString('hex')}`,
    accessKeyId: TEST_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: TEST_S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: true,
  };
}

/** Makes the bucket that the settings name. */
export async function createTestBucket(settings: S3Settings): Promise<void> {
  await withClient(settings, (client) => client.send(new CreateBucketCommand({ Bucket: settings.bucket })));
}

/** Says which origins' pages may do what with the bucket, in the words of S3's API. */
export async function setBucketCors(settings: S3Settings, configuration: CORSConfiguration): Promise<void> {
  const command = new PutBucketCorsCommand({ Bucket: settings.bucket, CORSConfiguration: configuration });
  await withClient(settings, (client) => client.send(command));
}

async function withClient(settings: S3Settings, use: (client: S3Client) => Promise<unknown>): Promise<void> {
  const { region, accessKeyId, secretAccessKey, forcePathStyle, endpoint } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  try {
    await use(client);
  } finally {
    client.destroy();
  }
}
