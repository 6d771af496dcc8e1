import type { LooseBody } from '@stele/testing/api-client';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** An event that a stream has sent. */
interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: LooseBody;
}

/** Reads a stream as a browser does. */
export class StreamListener {
  readonly told: Told[] = [];
  /** The position that the stream gave when all from before it was sent; null until then. */
  ready: string | null = null;
  /** How much was told by then. */
  toldBefore = 0;
  readonly response: Response;
  readonly #abort: AbortController;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.ended = this.#read().catch(() => undefined);
  }

  /** Opens the stream of a project. @param open gets the listener, to be closed after the test */
  static async open(
    app: Pick<TestApp, 'url'>,
    projectId: string,
    { headers, query = '', open }: { headers: Record<string, string>; query?: string; open: StreamListener[] },
  ): Promise<StreamListener> {
    const abort = new AbortController();
    const url = `${app.url}/v1/projects/${projectId}/events${query}`;
    const listener = new StreamListener(await fetch(url, { headers, signal: abort.signal }), abort);
    open.push(listener);
    return listener;
  }

  close(): void {
    this.#abort.abort();
  }

  /** Waits until it has sent an event. */
  async heard(type: string): Promise<Told> {
    await expect.poll(() => this.told.map(({ event }) => event), { timeout: 30_000 }).toContain(type);
    return this.told.find(({ event }) => event === type) as Told;
  }

  /** Waits until it's ready. @returns the position then */
  async begun(): Promise<string> {
    await expect.poll(() => this.ready, { timeout: 30_000 }).not.toBeNull();
    return this.ready as string;
  }

  async #read(): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
        );
        const data = fields.get('data');
        if (fields.get('event') === 'ready') {
          this.ready = fields.get('id') ?? '';
          this.toldBefore = this.told.length;
        } else if (data !== undefined) {
          this.told.push({ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) });
        }
      }
    }
  }
}
