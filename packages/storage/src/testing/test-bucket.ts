import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../settings.ts';

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
  const { region, bucket, accessKeyId, secretAccessKey, forcePathStyle, endpoint } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}
