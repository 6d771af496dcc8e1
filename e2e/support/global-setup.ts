import { limits } from '@stele/core/testing/limits';
import { freePorts } from '@stele/testing/free-ports';
import type { TestProject } from 'vitest/node';
import type { Login } from './browser.ts';
import { type FoundChromium, findChromium, installChromium } from './chromium.ts';
import { type Part, Processes } from './processes.ts';

/** One instance, which all test files share. Each of them makes a project of its own there. */
export interface Shared {
  readonly urls: Readonly<Record<Part, string>>;
  /** The demo owner, who also owns each file's projects. */
  readonly login: Login;
  /** The browser that each worker starts; null without one. */
  readonly chromium: FoundChromium | null;
  /** The address that mail is sent to: a test that expects mail listens here. */
  readonly mailPort: number;
}

declare module 'vitest' {
  export interface ProvidedContext {
    shared: Shared;
  }
}

/** Limits that some tests reach on purpose. No test reaches any other limit. */
const REACHED = { 'auth.sign_in': 10, 'auth.device_code': 8, 'view.change': 3 };

/** Starts what all test files share. Without a browser, the tests that need one skip themselves, and this says so. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const chromium = (await chromiumToUse()) ?? null;
  const [mailPort = 0] = await freePorts(1);
  const units = { ...Object.fromEntries(Object.keys(limits).map((name) => [name, 1_000_000])), ...REACHED };
  const stele = await Processes.start({
    STELE_LIMITS: Object.entries(units)
      .map((pair) => pair.join('='))
      .join(','),
    STELE_ALLOW_PRIVATE_TARGETS: '1',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Stele <stele@example.org>',
  });
  const { login } = await stele.instance();
  project.provide('shared', { urls: stele.urls, login, chromium, mailPort });
  return () => stele.end();
}

/** The browser, installed first if it's missing; undefined when none starts. */
async function chromiumToUse(): Promise<FoundChromium | undefined> {
  const found = findChromium();
  if (found) return found;
  return installChromium().then(findChromium, (error: Error) => {
    const reason = error.message.split('\n').find((line) => /^\s*Error: /.test(line)) ?? error.message;
    process.stdout.write(
      `skipped: browser tests (no Chromium, and it can't be installed: ${reason.replace('Error: ', '').trim()}; try apt-get install chromium)\n`,
    );
    return undefined;
  });
}
