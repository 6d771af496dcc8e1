import { createLoader } from '@stele/loader';

const drafts = { drafts: true, marks: true, token: process.env.STELE_DRAFT_TOKEN };
const stele = createLoader(process.env.STELE_DRAFTS === '1' ? drafts : {});

/** All posts that have an address: drafts may lack one. */
export default async () => {
  const posts = await stele.load('posts', { locale: 'en' });
  return posts.filter(({ values }) => values.slug);
};
