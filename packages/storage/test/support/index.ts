export { type FaultHook, type FaultPoint, FaultyStorage } from './faulty-storage.ts';
export { createTestBucket, setBucketCors, testBucketFromEnv } from './test-bucket.ts';
