import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

it('makes a site from a clone by the commands of the documentation', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'from-clone-'));
  try {
    const page = await readFile(path.join(ROOT, 'docs', 'create.md'), 'utf8');
    const [, block = ''] = /```sh\n(npx pnpm install && npx pnpm build\n[\s\S]*?)```/.exec(page) ?? [];
    const [, ...commands] = block.trim().split('\n');
    expect(commands.pop()).toBe('npm run dev');
    const site = path.join(folder, 'my-site');
    const script = commands.join('\n').replaceAll(/(?:\.\.\/)+my-site/g, site);
    await promisify(execFile)('bash', ['-e', '-c', script], { cwd: ROOT, maxBuffer: 1e8 });
    const { stdout } = await promisify(execFile)('npx', ['stele', '--version'], { cwd: site });
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'packages/cli/package.json'), 'utf8'));
    expect(stdout).toContain(version);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
