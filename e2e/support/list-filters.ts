import type { Locator, Page } from '@playwright/test';

/** Opens the menu of filters of a list. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Filter' });
  await menu.getByRole('combobox').waitFor();
  return menu;
}

/** Narrows a list by what its menu of filters offers for a text: `Status is Draft`. */
export async function filterBy(page: Page, text: string): Promise<void> {
  const menu = await openFilters(page);
  await menu.getByRole('combobox').fill(text);
  await menu.getByRole('option', { name: text, exact: true }).click();
  await menu.waitFor({ state: 'detached' });
}
