export { type FaultHook, type FaultPoint, FaultyStorage } from './faulty-storage.ts';
export { createTestBucket, testBucketFromEnv } from './test-bucket.ts';
