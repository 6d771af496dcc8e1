import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { nextTickOfClock } from '@stele/testing/next-tick-of-clock';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { countCanaries } from './support/canaries.ts';
import { useProcessor } from './support/processor.ts';
import { hashFile } from './support/renditions.ts';
import { wav } from './support/wav.ts';

const { ready, process: processFile } = useProcessor();

const fixture = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, 'fixtures', name));

/** The content of each track: its kind, its coding, and the bytes of its packets. */
async function readTracks(content: Uint8Array): Promise<{ type: string; codec: string | null; packets: Buffer[] }[]> {
  const input = new Input({ source: new BufferSource(content), formats: ALL_FORMATS });
  const tracks = [...(await input.getVideoTracks()), ...(await input.getAudioTracks())];
  return Promise.all(
    tracks.map(async (track) => {
      const packets: Buffer[] = [];
      for await (const packet of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(packet.data));
      return { type: track.type, codec: await track.getCodec(), packets };
    }),
  );
}

describe.each([
  ['video.mp4', 'video/mp4', { kind: 'video', width: 48, height: 32, duration: 1 }, 'full.mp4', ['avc', 'aac']],
  ['turned.mov', 'video/quicktime', { kind: 'video', width: 32, height: 48, duration: 1 }, 'full.mov', ['avc', 'aac']],
  ['video.webm', 'video/webm', { kind: 'video', width: 48, height: 32 }, 'full.webm', ['vp9', 'opus']],
  ['sound.mp3', 'audio/mpeg', { kind: 'audio', width: null, height: null }, 'full.mp3', ['mp3']],
  ['sound.ogg', 'audio/ogg', { kind: 'audio', width: null, height: null, duration: 1 }, 'full.ogg', ['opus']],
  ['sound.m4a', 'audio/mp4', { kind: 'audio', width: null, height: null, duration: 1 }, 'full.m4a', ['aac']],
] as const)('%s', (name, mime, facts, full, codecs) => {
  test('is described, and copied without being encoded again', async () => {
    const original = await fixture(name);
    const media = await ready(original, mime);
    expect(media).toMatchObject({ ...facts, mime, pages: null, frames: null, placeholder: null, variants: [] });
    expect(media.duration).toBeGreaterThanOrEqual(1);
    expect(media.duration).toBeLessThan(1.1);
    expect(media.full).toMatchObject({ mime, width: facts.width, height: facts.height, ratio: null });
    expect(path.basename(media.full.path)).toBe(full);
    expect(await hashFile(media.full.path)).toBe(media.full.sha256);
    expect((await stat(media.full.path)).size).toBe(media.full.bytes);
    const copied = await readTracks(await readFile(media.full.path));
    expect(copied.map(({ codec }) => codec)).toEqual(codecs);
    expect(copied).toEqual(await readTracks(original));
  });

  test('has none of its tags, places and further tracks', async () => {
    const original = await fixture(name);
    expect(countCanaries(original)).toBeGreaterThan(2);
    const media = await ready(original, mime);
    const copy = await readFile(media.full.path);
    expect(countCanaries(copy)).toBe(0);
    expect(copy.includes('48.8577')).toBe(false);
  });

  test('gives the same bytes each time', { tags: ['full'] }, async () => {
    const original = await fixture(name);
    const one = await ready(original, mime);
    // Containers hold the time in seconds.
    await nextTickOfClock(1000);
    expect((await ready(original, mime)).full.sha256).toBe(one.full.sha256);
  });

  test('fails when it is cut short', async () => {
    const original = await fixture(name);
    const media = await processFile(original.subarray(0, 200), mime);
    expect(media).toMatchObject({ status: 'failed', code: 'not_decodable' });
    expect(media).toHaveProperty('message', expect.stringContaining('recording is damaged'));
  });
});

test('a WAV is copied without its notes', async () => {
  const media = await ready(wav({ seconds: 0.5, note: 'CANARY-4f1b' }), 'audio/x-wav');
  expect(media).toMatchObject({ kind: 'audio', mime: 'audio/wav', duration: 0.5, full: { format: 'wav' } });
  const copy = await readFile(media.full.path);
  expect(countCanaries(copy)).toBe(0);
  expect(copy.subarray(-4000)).toEqual(wav({ seconds: 0.5 }).subarray(-4000));
});

test.each([
  ['theora.ogv', 'video/ogg', 'Theora'],
  ['mpeg.mov', 'video/quicktime', 'm2v1'],
])('%s, which browsers do not play and nobody can copy, fails with its coding', async (name, mime, coding) => {
  const media = await processFile(await fixture(name), mime);
  expect(media).toMatchObject({ status: 'failed', code: 'coding_unsupported' });
  expect(media).toHaveProperty('message', expect.stringContaining(coding));
});

test('a kind of recording that cannot be read fails as such', async () => {
  const avi = Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from([16, 0, 0, 0]),
    Buffer.from('AVI LIST'),
    Buffer.alloc(32),
  ]);
  expect(await processFile(avi, 'video/vnd.avi')).toMatchObject({ status: 'failed', code: 'type_unsupported' });
});
