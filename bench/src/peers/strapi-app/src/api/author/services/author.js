module.exports = require('@strapi/strapi').factories.createCoreService('api::author.author');
