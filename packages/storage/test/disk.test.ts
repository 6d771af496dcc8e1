import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createDiskStorage } from '../src/index.ts';
import { describeStorage } from './conformance/index.ts';
import { diskPeer } from './conformance/peer.ts';

const folder = await mkdtemp(join(tmpdir(), 'stele-disk-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const signingKey = 'a signing key of at least 32 characters';
const storage = createDiskStorage({
  driver: 'disk',
  directory: join(folder, 'not', 'there', 'yet'),
  publicUrl: 'http://content.test',
  signingKey,
});
describeStorage('disk', async () => storage, diskPeer(storage, signingKey));
