// @module-tag full
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, writeApiTypes } from '../scripts/api-types.ts';

const PACKAGES = path.join(import.meta.dirname, '..', '..');
const COMPILERS = {
  'TypeScript 5': path.join(PACKAGES, 'client', 'node_modules', 'typescript', 'bin', 'tsc'),
  'TypeScript 7': path.join(PACKAGES, 'core', 'node_modules', 'typescript', 'bin', 'tsc'),
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-client-types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A compiler's output for the types of a document, with declarations checked too. */
async function compile(compiler: string, from: object): Promise<string> {
  await writeFile(path.join(folder, 'api.d.ts'), await writeApiTypes(from));
  const options = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2023', module: 'nodenext', types: [] };
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['api.d.ts'] }),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

describe('the types of the API', () => {
  it.each(Object.entries(COMPILERS))(
    'are taken by %s with skipLibCheck off, recursive ones too',
    async (_name, compiler) => {
      expect(await compile(compiler, document)).toBe('');
      const faulty = structuredClone(document) as { components: { schemas: Record<string, object> } };
      faulty.components.schemas.Endless = {
        anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Endless' } }],
      };
      expect(await compile(compiler, faulty)).toContain('TS2502');
    },
  );
});
