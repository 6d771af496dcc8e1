import { expect, it } from 'vitest';
import { Admission } from './admission.ts';

it('reserves places for tenants without running requests, and frees places when requests end', async () => {
  const admission = new Admission({ all: 5, ofOne: 2, kept: 1 });
  const held: (() => void)[] = [];
  const take = (tenant: string): Promise<string> =>
    admission.run(tenant, () => new Promise((resolve) => held.push(() => resolve(tenant))));
  const busy = [take('a'), take('a'), take('b'), take('b')];
  await expect(take('a')).rejects.toMatchObject({ errorCode: 'unavailable' });
  const other = take('c');
  await expect(take('c')).rejects.toMatchObject({ errorCode: 'unavailable' });
  await expect(take('d')).rejects.toMatchObject({ errorCode: 'unavailable' });
  for (const goOn of held.splice(0)) goOn();
  expect(await Promise.all([...busy, other])).toEqual(['a', 'a', 'b', 'b', 'c']);
  const again = [take('d'), take('d')];
  for (const goOn of held) goOn();
  expect(await Promise.all(again)).toEqual(['d', 'd']);
});
