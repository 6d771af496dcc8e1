import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type FailedMedia,
  type MediaJob,
  MediaProcessor,
  type MediaProcessorOptions,
  type ProcessedMedia,
} from '../../src/index.ts';

/** A file's name, and the options of processing. */
export type Request = Partial<Pick<MediaJob, 'crop' | 'focalPoint' | 'signal'>> & { readonly filename?: string };

/** A processor for the tests of one file, with a folder of its own. */
export interface TestProcessor {
  /** Path of the processor's folder, in a test. */
  folder(): string;
  readonly processor: MediaProcessor;
  /** Lines that it logged. */
  readonly logged: readonly object[];
  process(content: Uint8Array | string, mime: string, request?: Request): Promise<ProcessedMedia | FailedMedia>;
  /** The same, which has to succeed. */
  ready(content: Uint8Array | string, mime: string, request?: Request): Promise<ProcessedMedia>;
}

export function useProcessor(options: Omit<MediaProcessorOptions, 'log'> = {}): TestProcessor {
  const logged: object[] = [];
  const log = { warn: (details: object) => logged.push(details) };
  const processor = new MediaProcessor({ processes: 1, ...options, log });
  let folder = '';
  let files = 0;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stele-media-'));
  });
  afterAll(async () => {
    await processor.close();
    await rm(folder, { recursive: true });
  });
  const test: TestProcessor = {
    folder: () => folder,
    processor,
    logged,
    async process(content, mime, { filename = 'upload', ...request } = {}) {
      const file = path.join(folder, `original-${files++}`);
      await writeFile(file, content);
      const outputDirectory = await mkdtemp(path.join(folder, 'output-'));
      return processor.process({ file, declared: { filename, mime }, outputDirectory, ...request });
    },
    async ready(content, mime, request) {
      const media = await test.process(content, mime, request);
      expect(media).toMatchObject({ status: 'ready' });
      return media as ProcessedMedia;
    },
  };
  return test;
}
