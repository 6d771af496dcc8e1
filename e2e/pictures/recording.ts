import { writeFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';

/** A picture of the page, and its time in milliseconds. */
interface Frame {
  readonly image: Buffer;
  readonly at: number;
}

/** Frames closer to each other than this become one. */
const SHORTEST_MS = 80;
const LAST_FRAME_MS = 2500;
const WIDTH = 960;

/** Records what a page shows, one frame for each change, and writes it as an animated WebP. */
export class Recording {
  readonly #frames: Frame[] = [];
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async start(page: Page): Promise<Recording> {
    const session = await page.context().newCDPSession(page);
    const recording = new Recording(session);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      recording.#frames.push({ image: Buffer.from(data, 'base64'), at: Date.now() });
      void session.send('Page.screencastFrameAck', { sessionId });
    });
    await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    return recording;
  }

  /** @returns the recording's length in milliseconds, and the bytes of its file */
  async write(file: string): Promise<{ readonly lasts: number; readonly bytes: number }> {
    await this.#session.send('Page.stopScreencast');
    const frames = this.#frames.filter(
      ({ at }, n, all) => (all[n + 1]?.at ?? Number.POSITIVE_INFINITY) - at >= SHORTEST_MS,
    );
    const delays = frames.map(({ at }, n) => (frames[n + 1]?.at ?? at + LAST_FRAME_MS) - at);
    const images = await Promise.all(frames.map(({ image }) => sharp(image).resize({ width: WIDTH }).png().toBuffer()));
    const webp = await sharp(images, { join: { animated: true } })
      .webp({ quality: 70, effort: 4, delay: delays, loop: 0 })
      .toBuffer();
    await writeFile(file, webp);
    return { lasts: delays.reduce((sum, delay) => sum + delay, 0), bytes: webp.byteLength };
  }
}
