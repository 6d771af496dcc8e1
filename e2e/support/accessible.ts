import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';

/** Runs axe. No screen has frames, so it needs no extra page to merge their results. */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/**
 * Checks that a screen has no serious accessibility problem, and that nothing of it is outside the window.
 *
 * @param name names the screen when the check fails
 * @param every counts minor faults, too
 */
export async function expectAccessible(page: Page, name: string, every = false): Promise<void> {
  // Content that is being loaded has a placeholder; content that is being loaded again is dimmed.
  await page.waitForFunction(() => !document.querySelector('.animate-pulse, main [aria-busy="true"]'));
  // Messages fade in and out: their contrast changes meanwhile.
  const { violations } = await axe(page).exclude('[data-sonner-toaster]').analyze();
  const faults = violations.filter(({ impact }) => every || impact === 'serious' || impact === 'critical');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([name, faults.map(({ id, nodes }) => [id, nodes[0]?.html]), overflow]).toEqual([name, [], 0]);
}
