import { expect, it } from 'vitest';
import { perProcess } from './per-process.ts';

it('makes a value once for each process, when it is first wanted', () => {
  const made: string[] = [];
  const madeFor = perProcess(({ name }: { readonly name: string }) => {
    made.push(name);
    return null;
  });
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  expect(made).toEqual([]);
  for (const services of [one, other, one]) madeFor(services);
  expect(made).toEqual(['one', 'other']);
});
