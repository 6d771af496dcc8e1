import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const program = `
  const { newLog } = await import(${JSON.stringify(new URL('../src/log.ts', import.meta.url).href)});
  const log = newLog('info');
  const text = 'x'.repeat(1000);
  for (let n = 0; n < 20000; n++) {
    log.info(text);
    if (n % 1000 === 0) await new Promise(setImmediate);
  }
  process.stdout.write('more');
  await new Promise(setImmediate);
  process.stderr.write(String(process.memoryUsage().rss < 400e6));
`;

it.skipIf(!existsSync('/dev/full'))('a log that finds no room stops nothing, and holds little', async () => {
  const full = openSync('/dev/full', 'w');
  const flags = [
    '--conditions=@stele/source',
    `--import=${createRequire(new URL('../../../packages/core/package.json', import.meta.url)).resolve('tsx')}`,
    '--input-type=module',
    '-e',
    program,
  ];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', full, 'pipe'] });
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  expect([said, code]).toEqual(['true', 0]);
});
