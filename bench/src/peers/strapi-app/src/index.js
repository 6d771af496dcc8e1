const TOKEN = { name: 'bench', description: '', kind: 'content-api', type: 'full-access', lifespan: null };

/** Makes the second language, and a token whose secret the environment tells. */
module.exports = {
  async bootstrap({ strapi }) {
    const locales = strapi.plugin('i18n').service('locales');
    if (!(await locales.findByCode('de'))) await locales.create({ code: 'de', name: 'German (de)' });
    const accessKey = strapi.service('admin::api-token').hash(process.env.BENCH_TOKEN);
    const tokens = strapi.db.query('admin::api-token');
    if (!(await tokens.findOne({ where: { accessKey } }))) await tokens.create({ data: { ...TOKEN, accessKey } });
  },
};
