import { expect, test } from 'vitest';
import { readReached } from './reached.mjs';

const ran = [
  { name: '/a.test.ts', startTime: 10_000, endTime: 20_000 },
  { name: '/b.test.ts', startTime: 30_000, endTime: 40_000 },
];

test('a place is reached by the file that a line names, or by those that ran then', () => {
  const log = '1 15000 /b.test.ts\n1 15001 /b.test.ts\n2 41000 \n3 25000 \n';
  expect([...readReached(log, ran)]).toEqual([
    ['1', ['/b.test.ts']],
    ['2', ['/b.test.ts']],
    ['3', []],
  ]);
});
