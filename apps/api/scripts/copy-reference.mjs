// Puts the API reference's script beside the compiled pages, so that /docs needs nothing from elsewhere.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const packageEntry = fileURLToPath(import.meta.resolve('@scalar/api-reference'));
const script = readFileSync(path.join(path.dirname(packageEntry), 'browser', 'standalone.js'));
const target = path.join(import.meta.dirname, '..', 'dist', 'reference');
mkdirSync(target, { recursive: true });
writeFileSync(path.join(target, 'scalar.js'), script);
writeFileSync(path.join(target, 'scalar.js.gz'), gzipSync(script));
writeFileSync(
  path.join(target, 'scalar.js.br'),
  // The highest quality takes ten times as long for a tenth less.
  brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
);
