module.exports = require('@strapi/strapi').factories.createCoreService('api::post.post');
