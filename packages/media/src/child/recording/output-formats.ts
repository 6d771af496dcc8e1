import {
  ADTS,
  AdtsOutputFormat,
  FLAC,
  FlacOutputFormat,
  type InputFormat,
  MATROSKA,
  MkvOutputFormat,
  MovOutputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** How recordings of a type are read and written. */
interface Container {
  readonly input: InputFormat;
  /** The usual file extension, without a dot. Files with only sound may have another one. */
  readonly ending: string;
  readonly audioEnding?: string;
  output(): OutputFormat;
}

/** Puts the index first, so that players can start before they have the whole file. */
const fastStart = 'reserve';

/** Containers by type, without `audio/` or `video/`. */
const CONTAINERS: Readonly<Record<string, Container>> = {
  mp4: { input: MP4, ending: 'mp4', audioEnding: 'm4a', output: () => new Mp4OutputFormat({ fastStart }) },
  quicktime: { input: QTFF, ending: 'mov', output: () => new MovOutputFormat({ fastStart }) },
  webm: { input: WEBM, ending: 'webm', output: () => new WebMOutputFormat() },
  matroska: { input: MATROSKA, ending: 'mkv', audioEnding: 'mka', output: () => new MkvOutputFormat() },
  mpeg: { input: MP3, ending: 'mp3', output: () => new Mp3OutputFormat() },
  wav: { input: WAVE, ending: 'wav', output: () => new WavOutputFormat() },
  ogg: { input: OGG, ending: 'ogv', audioEnding: 'ogg', output: () => new OggOutputFormat() },
  flac: { input: FLAC, ending: 'flac', output: () => new FlacOutputFormat() },
  aac: { input: ADTS, ending: 'aac', output: () => new AdtsOutputFormat() },
};

/** @throws Error when `kindOf` doesn't count the type as a recording */
export function containerOf(type: string): Container {
  const container = CONTAINERS[type.split('/')[1] ?? ''];
  if (!container) throw new Error(`There is no way to copy ${type}.`);
  return container;
}
