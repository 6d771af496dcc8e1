import type { Locator } from '@playwright/test';

/**
 * Chooses an option of a select of the admin.
 *
 * @param option label or value of the option
 */
export async function choose(select: Locator, option: string): Promise<void> {
  const list = await openList(select);
  const valued = list.locator(`[role="option"][data-value="${option}"]`);
  await (option === '' ? valued : list.getByRole('option', { name: option, exact: true }).or(valued)).click();
  await list.waitFor({ state: 'detached' });
  // The list gives the focus back in a task that it asked for when it went.
  await select.page().evaluate(() => new Promise((done) => setTimeout(done)));
}

/** The value that a select of the admin has; for `expect.poll`. */
export function chosen(select: Locator): Promise<string | null> {
  return select.getAttribute('value');
}

/** The labels of what a select of the admin offers. */
export async function offered(select: Locator): Promise<string[]> {
  const list = await openList(select);
  const labels = await list.getByRole('option').allTextContents();
  await select.page().keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  return labels;
}

/** Types a day into a box of the admin, as ISO 8601. */
export async function pickDay(box: Locator, day: string): Promise<void> {
  await box.fill(day);
}

/** Types a day and a time into boxes that stand together, as `2026-12-31T09:30`. */
export async function pickMoment(box: Locator, moment: string): Promise<void> {
  const [day = '', time = ''] = moment.split('T');
  await box.fill(day);
  await box.locator('xpath=ancestor::*[@data-moment][1]').locator('input').last().fill(time);
}

async function openList(select: Locator): Promise<Locator> {
  await select.click();
  const list = select.page().locator('[role="listbox"][data-state="open"]');
  await list.getByRole('option').first().waitFor();
  return list;
}
