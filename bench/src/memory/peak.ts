import { Child } from '../child.ts';

const MEBIBYTE = 1024 ** 2;

/** The largest amount of memory that a new process holds during some work, in MiB. */
export async function peakOf(options: object, work: (url: string) => Promise<unknown>): Promise<number> {
  const file = new URL('./api-server.mjs', import.meta.url);
  const { child, ready } = await Child.start<{ url: string }>(file, options, { plain: true });
  try {
    await work(ready.url);
    return (await child.ask<{ peakMemory: number }>({})).peakMemory / MEBIBYTE;
  } finally {
    await child.end();
  }
}
