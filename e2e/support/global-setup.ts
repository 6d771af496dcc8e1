import { findChromium, installChromium } from './chromium.ts';

/** Sees to a browser before the first test. Without one, the browser tests skip themselves, and this says so. */
export default async function setUp(): Promise<void> {
  if (findChromium()) return;
  await installChromium().catch((error: Error) => {
    process.env.STELE_TEST_BROWSER = 'none';
    const reason = error.message.split('\n').find((line) => /^\s*Error: /.test(line)) ?? error.message;
    process.stdout.write(
      `skipped: browser tests (no Chromium, and it can't be installed: ${reason.replace('Error: ', '').trim()}; try apt-get install chromium)\n`,
    );
  });
}
