import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setBucketCors } from '@stele/storage/testing';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { incomingPrefix, originalKey, originalsPrefix } from '../../src/media/keys.ts';
import { parseLimits } from '../../src/server/registry.ts';
import {
  AssetLibrary,
  type MediaApp,
  send,
  startMediaApp,
  type TestFile,
  testBucket,
  testFile,
} from '../support/media-app.ts';
import type { TestProject } from '../support/test-app.ts';

if (!testBucket) process.stdout.write('skipped: uploads to a real S3 service (set TEST_S3_ENDPOINT)\n');

/** The rule that the docs have operators give their bucket. */
async function documentedCors(): Promise<Parameters<typeof setBucketCors>[1]> {
  const docs = await readFile(path.join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8');
  return JSON.parse(/```json\n(\{\s*"CORSRules"[\s\S]*?)```/.exec(docs)?.[1] ?? '');
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The address with another letter in its signature. */
const withOtherSignature = (url: string): string =>
  url.replace(/(signature=.)(.)/i, (_, start, letter) => `${start}${letter === '0' ? '1' : '0'}`);

for (const driver of ['disk', 'S3'] as const) {
  describe.skipIf(driver === 'S3' && !testBucket)(`uploads to ${driver}`, () => {
    let app: MediaApp;
    let project: TestProject;
    let library: AssetLibrary;
    /** By how much the content host's clock is ahead. */
    let aheadMs = 0;

    beforeAll(async () => {
      app = await startMediaApp({
        limits: parseLimits('asset.upload=100000,asset.change=100000'),
        contentClock: () => new Date(Date.now() + aheadMs),
        ...(driver === 'S3' && testBucket && { bucket: testBucket }),
      });
    });
    beforeEach(async () => {
      project = await app.project();
      library = new AssetLibrary(project);
    });
    afterAll(() => app.close());

    const keysBelow = async (prefix: string): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of app.storage.list(prefix)) keys.push(key);
      return keys;
    };
    const originalOf = async (digest: string): Promise<Buffer> =>
      Buffer.from((await app.storage.get(originalKey(project.id, digest)))?.body ?? []);

    it('arrive in storage, and are moved to where their address does not reach', async () => {
      const file = testFile();
      const upload = await library.begin(file);
      expect(upload).toMatchObject({ content_type: 'image/jpeg', headers: { 'content-type': 'image/jpeg' } });
      expect(new URL(upload.uploadUrl).origin).not.toBe(app.url);
      expect(await library.get(upload.asset_id)).toMatchObject({ status: 'pending', sha256: null, url: null });
      expect(codeOf(await library.complete(upload.asset_id))).toEqual([409, 'media.not_uploaded']);
      expect(await library.storage()).toMatchObject({ used_bytes: 0, reserved_bytes: 1000, asset_count: 0 });

      expect((await send(upload, file.body)).status).toBe(200);
      expect(await keysBelow(incomingPrefix(project.id))).toHaveLength(1);
      const done = await library.complete(upload.asset_id);
      expect(done.body).toMatchObject({ sha256: sha256(file.body), bytes: 1000, duplicate_of: null });
      // A small file may be ready before the answer is written.
      expect({ 202: 'processing', 200: 'ready' }[done.status]).toBe(done.body.status);
      expect(await keysBelow(incomingPrefix(project.id))).toEqual([]);
      expect((await originalOf(done.body.sha256)).equals(Buffer.from(file.body))).toBe(true);
      await library.settled(done.body.id);
      expect(await library.storage()).toEqual({
        used_bytes: 1000,
        served_bytes: 1000,
        reserved_bytes: 0,
        limit_bytes: null,
        asset_count: 1,
      });
    });

    it('are read by no one, neither when they arrive nor afterwards', async () => {
      const file = testFile();
      const upload = await library.begin(file);
      await send(upload, file.body);
      const [incoming = ''] = await keysBelow(incomingPrefix(project.id));
      const digest = sha256(file.body);
      const addresses = [incoming, originalKey(project.id, digest)].map((key) => `${app.contentUrl}/${key}`);
      expect((await fetch(addresses[0] ?? '')).status).toBe(404);
      expect((await fetch(upload.uploadUrl)).status).toBeGreaterThanOrEqual(400);
      await library.complete(upload.asset_id);
      for (const address of addresses) expect((await fetch(address)).status).toBe(404);
    });

    it('can be sent again until they are complete, and change nothing from then on', async () => {
      const [first, second, third] = [testFile(), testFile(), testFile()];
      const upload = await library.begin(first);
      await send(upload, first.body);
      expect((await send(upload, second.body)).status).toBe(200);
      const { body } = await library.complete(upload.asset_id);
      expect(body.sha256).toBe(sha256(second.body));

      // On S3 the address works until it expires; what comes there is removed.
      expect((await send(upload, third.body)).status).toBe(driver === 'disk' ? 404 : 200);
      await library.settled(body.id);
      const again = await library.complete(upload.asset_id);
      expect([again.status, again.body]).toMatchObject([200, { sha256: sha256(second.body) }]);
      expect((await originalOf(body.sha256)).equals(Buffer.from(second.body))).toBe(true);
      expect(await keysBelow(originalsPrefix(project.id))).toHaveLength(1);
      await app.services.jobs.runAll(['sweep-uploads']);
      expect(await keysBelow(incomingPrefix(project.id))).toEqual([]);
    });

    it('are refused with another length, another type, or an altered address', async () => {
      const file = testFile();
      const upload = await library.begin(file);
      const altered = (change: (url: string) => string) => ({ ...upload, uploadUrl: change(upload.uploadUrl) });
      const refused = [
        await send(upload, Buffer.alloc(1001)),
        await send(upload, Buffer.alloc(999)),
        await send(upload, file.body, { 'content-type': 'text/html' }),
        await send(
          altered((url) => url.replace(upload.asset_id, 'ast_other')),
          file.body,
        ),
        await send(altered(withOtherSignature), file.body),
        await send(
          altered((url) => url.replace(/\?.*/, '')),
          file.body,
        ),
      ];
      for (const answer of refused) {
        expect([400, 403, 413, 415]).toContain(answer.status);
        expect(await answer.text()).toMatch(/"message":"[^"]{10,}"|<Code>\w+<\/Code>/);
      }
      expect(await keysBelow(incomingPrefix(project.id))).toEqual([]);
      expect(codeOf(await library.complete(upload.asset_id))).toEqual([409, 'media.not_uploaded']);
    });

    it('may come from a page of another origin', async () => {
      if (driver === 'S3' && testBucket) await setBucketCors(testBucket, await documentedCors());
      const file = testFile();
      const upload = await library.begin(file);
      const origin = 'https://admin.example.com';
      const asked = await fetch(upload.uploadUrl, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(asked.ok).toBe(true);
      expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
      expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
      const sent = await send(upload, file.body, { origin });
      expect(sent.status).toBe(200);
      for (const { headers } of [asked, sent]) {
        expect(['*', origin]).toContain(headers.get('access-control-allow-origin'));
      }
    });

    it('are refused once their address has ended, and taken at a new one', async () => {
      const file = testFile();
      const upload = await library.begin(file);
      let late = upload;
      if (driver === 'S3') {
        const row = await app.database.prisma.assetUpload.findUniqueOrThrow({ where: { assetId: upload.asset_id } });
        const options = { contentType: file.mime, contentLength: 1000, expiresInSeconds: 1 };
        late = { ...upload, uploadUrl: (await app.storage.presignPut(row.key, options)).url };
        await expect.poll(async () => (await send(late, file.body)).status).toBe(403);
      }
      aheadMs = 3_600_000;
      if (driver === 'disk') expect((await send(late, file.body)).status).toBe(403);
      aheadMs = 0;
      const renewed = await library.api.post(`${library.assets}/${upload.asset_id}/upload-urls`);
      expect([renewed.status, renewed.body]).toMatchObject([200, { asset_id: upload.asset_id }]);
      expect((await send(renewed.body, file.body)).status).toBe(200);
      expect((await library.complete(upload.asset_id)).status).toBe(202);
      const over = await library.api.post(`${library.assets}/${upload.asset_id}/upload-urls`);
      expect(codeOf(over)).toEqual([409, 'media.upload_over']);
    });

    it('with the same bytes are stored once, and the second one names the first', async () => {
      const file = testFile();
      const first = await library.upload(file);
      const second = await library.upload({ ...file, filename: 'copy.jpg' });
      expect([first.duplicate_of, second.duplicate_of]).toEqual([null, first.id]);
      expect(await keysBelow(originalsPrefix(project.id))).toEqual([originalKey(project.id, sha256(file.body))]);
      expect(await library.storage()).toMatchObject({ used_bytes: 1000, reserved_bytes: 0, asset_count: 2 });
      const other = new AssetLibrary(await app.project());
      expect((await other.upload(file)).duplicate_of).toBeNull();
    });

    it('are completed once, however many say so at once', async () => {
      const same = testFile();
      const files = [same, same, same, testFile()];
      const uploads = await Promise.all(files.map((file) => library.begin(file)));
      await Promise.all(uploads.map((upload, n) => send(upload, files[n]?.body ?? same.body)));
      const ids = uploads.map(({ asset_id: id }) => id);
      const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => library.complete(id)));
      // Later calls find the files processed.
      expect(answers.map(({ status }) => status)).toEqual(
        answers.map(({ body }) => (body.status === 'ready' ? 200 : 202)),
      );
      expect(new Set(answers.map(({ body }) => body.sha256)).size).toBe(2);
      expect(await library.storage()).toMatchObject({ used_bytes: 2000, reserved_bytes: 0, asset_count: 4 });
      const owner = await app.person({ projectId: project.id, role: 'owner' });
      const audit = (await owner.api.get(`${library.project}/audit?action=asset.complete`)).body.data;
      expect(audit.map(({ target_id }: LooseBody) => target_id).sort()).toEqual([...ids].sort());
    });

    it('of large files arrive in parts, in any order, and go on where they stopped', async () => {
      const file: TestFile = { filename: 'film.mp4', mime: 'video/mp4', body: Buffer.alloc(101_000_000, 'frames ') };
      const upload = await library.begin(file);
      const { parts } = upload;
      expect(parts.map(({ part_number: n }: LooseBody) => n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(parts.reduce((sum: number, { bytes }: LooseBody) => sum + bytes, 0)).toBe(101_000_000);
      const bodyOf = ({ offset, bytes }: LooseBody): Uint8Array => file.body.subarray(offset, offset + bytes);
      for (const part of [parts[6], parts[1], parts[4]]) expect((await send(part, bodyOf(part))).status).toBe(200);
      const wrong = await send(parts[0], bodyOf(parts[6]));
      expect([400, 403]).toContain(wrong.status);

      const early = await library.complete(upload.asset_id);
      expect(codeOf(early)).toEqual([409, 'media.not_uploaded']);
      expect(early.body.error.details.map(({ part_number: n }: LooseBody) => n)).toEqual([1, 3, 4, 6]);
      const renewed = (await library.api.post(`${library.assets}/${upload.asset_id}/upload-urls`)).body;
      expect(renewed.parts.map(({ part_number: n }: LooseBody) => n)).toEqual([1, 3, 4, 6]);
      for (const part of renewed.parts) expect((await send(part, bodyOf(part))).status).toBe(200);

      const done = await library.complete(upload.asset_id);
      expect([done.status, done.body]).toMatchObject([202, { bytes: 101_000_000, sha256: sha256(file.body) }]);
      expect((await app.storage.head(originalKey(project.id, done.body.sha256)))?.size).toBe(101_000_000);
      expect(await keysBelow(incomingPrefix(project.id))).toEqual([]);
      const left: unknown[] = [];
      for await (const one of app.storage.multipart.list(incomingPrefix(project.id))) left.push(one);
      expect(left).toEqual([]);
    });

    it('of large files may still be sent as a whole', { tags: ['full'] }, async () => {
      const file: TestFile = { filename: 'film.mp4', mime: 'video/mp4', body: Buffer.alloc(100_000_001, 'x') };
      const upload = await library.begin(file);
      expect(upload.parts).toHaveLength(6);
      await send(upload.parts[0], file.body.subarray(0, upload.parts[0].bytes));
      expect((await send(upload, file.body)).status).toBe(200);
      expect((await library.complete(upload.asset_id)).body.sha256).toBe(sha256(file.body));
      const left: unknown[] = [];
      for await (const one of app.storage.multipart.list(incomingPrefix(project.id))) left.push(one);
      expect(left).toEqual([]);
    });

    it('are handed out again as they were, to who may edit, by an address that ends', async () => {
      const file = testFile({ filename: 'Straße.jpg' });
      const { id } = await library.upload(file);
      const link = await library.api.get(`${library.assets}/${id}/original`);
      expect(link.status).toBe(200);
      const minutes = (Date.parse(link.body.expires_at) - Date.now()) / 60_000;
      expect(minutes > 0 && minutes <= 5).toBe(true);
      const original = await fetch(link.body.url);
      expect(Buffer.from(await original.arrayBuffer()).equals(Buffer.from(file.body))).toBe(true);
      expect(original.headers.get('content-disposition')).toContain("filename*=UTF-8''Stra%C3%9Fe.jpg");
      expect(original.headers.get('cache-control')).toBe('private, no-store');
      expect((await fetch(withOtherSignature(link.body.url))).status).toBe(403);
      aheadMs = 300_000;
      if (driver === 'disk') expect((await fetch(link.body.url)).status).toBe(403);
      aheadMs = 0;
      const { asset_id: pending } = await library.begin(testFile());
      expect(codeOf(await library.api.get(`${library.assets}/${pending}/original`))).toEqual([
        409,
        'media.not_uploaded',
      ]);
    });
  });
}
