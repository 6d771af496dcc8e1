// No web interface: it needs a build, and it's not what is measured.
module.exports = () => ({
  serveAdminPanel: false,
  auth: { secret: 'bench' },
  apiToken: { salt: 'bench' },
  transfer: { token: { salt: 'bench' } },
});
