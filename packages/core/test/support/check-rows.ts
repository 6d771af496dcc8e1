import { afterAll, afterEach } from 'vitest';
import { checkRowsWith } from '../../src/platform/database/sql.ts';
import { rowFaults } from './row-faults.ts';

const found = new Set<string>();

checkRowsWith(({ text }, columns, returned) => {
  const faults = rowFaults(columns, returned);
  if (faults.length > 0) found.add(`${text.split('\n', 1)[0]}\n  ${faults.join('\n  ')}`);
});

/** Fails the test if a statement returned other rows than it says, whoever ran it. */
function failAtFaults(): void {
  if (found.size === 0) return;
  const faults = [...found].join('\n');
  found.clear();
  throw new Error(`Rows differ from what their statements say:\n${faults}`);
}

afterEach(failAtFaults);
afterAll(failAtFaults);
