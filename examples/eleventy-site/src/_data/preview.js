/** The admin, where pages listen to it: while drafts are shown. */
export default process.env.STELE_DRAFTS === '1' && { admin: process.env.STELE_ADMIN_URL };
