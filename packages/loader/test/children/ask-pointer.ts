import { createLoader, type LoaderOptions } from '../../src/index.ts';

const { options, prepare } = JSON.parse(process.argv[2] ?? '{}') as { options: LoaderOptions; prepare?: string };
const { fetch } = globalThis;
if (prepare === 'use') await fetch('data:,').then((response) => response.text());
if (prepare === 'replace') {
  globalThis.fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, 'x-replaced': 'yes' } });
}
const told = await createLoader({ ...options, log: false })
  .snapshot()
  .then(
    ({ id, source }) => ({ id, source }),
    ({ code, status, message }) => ({ code, status, message }),
  );
process.send?.(told);
process.disconnect();
