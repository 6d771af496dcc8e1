import path from 'node:path';
import { Conversion, FilePathSource, FilePathTarget, Input, type InputTrack, Output } from 'mediabunny';
import { FileFailure, fail } from '../../failures.ts';
import type { ChildJob } from '../../parent/protocol.ts';
import type { ProcessedMedia } from '../../processed-media.ts';
import { isMemoryFault, isSystemFault } from '../faults.ts';
import { NOTHING_KNOWN } from '../process-other.ts';
import { readRendition } from '../write-rendition.ts';
import { containerOf } from './output-formats.ts';
import { withoutChance } from './without-chance.ts';

/**
 * Copies video and sound of a recording into a new file of the same format, without encoding them again. Tags, locations, subtitles
 * and data tracks aren't copied.
 *
 * @throws FileFailure
 */
export async function processRecording({ file, outputDirectory }: ChildJob, mime: string): Promise<ProcessedMedia> {
  const container = containerOf(mime);
  const input = new Input({ source: new FilePathSource(file), formats: [container.input] });
  try {
    const facts = await readFacts(input, mime);
    const kind = facts.width === null ? 'audio' : 'video';
    const ending = (kind === 'audio' && container.audioEnding) || container.ending;
    const type = `${kind === 'audio' && mime === 'video/quicktime' ? 'video' : kind}/${mime.split('/')[1]}`;
    const copy = path.join(outputDirectory, `full.${ending}`);
    await withoutChance(() =>
      copyTracks(input, new Output({ format: container.output(), target: new FilePathTarget(copy) })),
    );
    const { width, height } = facts;
    const full = await readRendition(copy, { mime: type, format: ending, width, height });
    return { status: 'ready', kind, mime: type, ...NOTHING_KNOWN, ...facts, full };
  } catch (error) {
    if (error instanceof FileFailure || isSystemFault(error) || isMemoryFault(error)) throw error;
    return fail('not_decodable', { what: 'recording' });
  } finally {
    input.dispose();
  }
}

async function readFacts(
  input: Input,
  mime: string,
): Promise<{ duration: number; width: number | null; height: number | null }> {
  const video = await input.getPrimaryVideoTrack();
  // In this container, tracks with an unknown codec aren't listed.
  if (mime === 'video/ogg' && !video) fail('coding_unsupported', { coding: 'Theora' });
  const tracks = [...(await input.getVideoTracks()), ...(await input.getAudioTracks())];
  const start = Math.max(0, await input.getFirstTimestamp(tracks));
  const duration = (await input.computeDuration(tracks)) - start;
  if (tracks.length === 0 || !(duration > 0)) fail('not_decodable', { what: 'recording' });
  return {
    duration: Math.round(duration * 1000) / 1000,
    width: (await video?.getDisplayWidth()) ?? null,
    height: (await video?.getDisplayHeight()) ?? null,
  };
}

async function copyTracks(input: Input, output: Output): Promise<void> {
  const conversion = await Conversion.init({
    input,
    output,
    tags: {},
    copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  });
  await checkTracks(conversion);
  for (const [index, { metadata }] of output.tracks.entries()) {
    delete metadata.name;
    const packets = await conversion.utilizedTracks[index]?.computePacketStats();
    metadata.maximumPacketCount = packets?.packetCount ?? 0;
  }
  await conversion.execute();
}

/** Checks that both video and sound can be copied. @throws FileFailure */
async function checkTracks({ discardedTracks, utilizedTracks, isValid }: Conversion): Promise<void> {
  const kept = new Set(utilizedTracks.map(({ type }) => type));
  for (const { track } of discardedTracks) {
    if (track.type !== 'subtitle' && !kept.has(track.type))
      fail('coding_unsupported', { coding: await codingOf(track) });
  }
  if (!isValid) fail('not_decodable', { what: 'recording' });
}

async function codingOf(track: InputTrack): Promise<string> {
  const id = (await track.getCodec()) ?? (await track.getInternalCodecId());
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'unknown';
}
