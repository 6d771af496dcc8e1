// A site's build, as far as content goes: prints all that a snapshot holds, as JSON.
import { createLoader } from '@stele/loader';

const stele = createLoader({ cache: process.argv[2], log: false });
const snapshot = await stele.snapshot();
const pages = {};
for (const { collection, locale } of snapshot.files) {
  const entries = await stele.load(collection, { locale });
  pages[`${collection}.${locale}`] = entries.map(({ id, digest, values }) => ({ id, digest, values }));
}
console.log(JSON.stringify({ id: snapshot.id, source: snapshot.source, pages }));
