import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

/** Headless Chromium takes half the processor time of the full one. */
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** Ends hangs only: about 150 MB are downloaded. */
const MOST_INSTALL_MS = 600_000;

/** An installed Chromium. Without a path, it's Playwright's own build without windows. */
export interface FoundChromium {
  readonly executablePath?: string;
}

/** The installed Chromium: Playwright's own, or the system's; undefined when there is none. */
export function findChromium(): FoundChromium | undefined {
  if (existsSync(chromium.executablePath())) return {};
  const executablePath = [SYSTEM_SHELL, SYSTEM_CHROMIUM].find((file) => existsSync(file));
  return executablePath === undefined ? undefined : { executablePath };
}

/**
 * Installs Chromium as `npx playwright install chromium` does, and starts it once as a check.
 *
 * @throws when it can't be downloaded, or lacks a library of the system
 */
export async function installChromium(): Promise<void> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  await promisify(execFile)(process.execPath, [cli, 'install', 'chromium'], { timeout: MOST_INSTALL_MS });
  await (await chromium.launch({ args: ['--no-sandbox'] })).close();
}
