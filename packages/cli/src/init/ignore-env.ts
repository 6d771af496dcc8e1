import type { Io } from '../io.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';

/** Adds `.env` to a .gitignore that doesn't name it. @returns whether it was added */
export async function ignoreEnv(io: Io, file: string): Promise<boolean> {
  const text = (await readTextIfThere(io, file)) ?? '';
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => ['.env', '/.env', '.env*', '*.env'].includes(line))) return false;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await writeFileAtomically(io, file, `${before}.env\n`);
  return true;
}
