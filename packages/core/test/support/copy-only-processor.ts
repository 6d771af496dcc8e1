import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { MediaProcessor, ProcessInput, ProcessResult } from '../../src/media/processor.ts';

/**
 * Serves every file unchanged, and only checks its length.
 */
export class CopyOnlyProcessor implements MediaProcessor {
  async process({ file, declared, signal }: ProcessInput): Promise<ProcessResult> {
    const { size } = await stat(file);
    if (size !== declared.bytes) {
      const message = `The file has ${size} bytes, and was declared with ${declared.bytes}.`;
      return { status: 'failed', code: 'not_decodable', message };
    }
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, { signal })) hash.update(chunk as Uint8Array);
    const format = /\.([A-Za-z0-9]{1,10})$/.exec(declared.filename)?.[1]?.toLowerCase() ?? 'bin';
    const full = { width: null, height: null, ratio: null, animated: false, bytes: size, sha256: hash.digest('hex') };
    return {
      status: 'ready',
      kind: 'file',
      mime: declared.mime,
      width: null,
      height: null,
      duration: null,
      pages: null,
      placeholder: null,
      dominantColor: null,
      full: { ...full, path: file, mime: declared.mime, format },
      variants: [],
    };
  }
}
