import { Receiver } from '@stele/testing/receiver';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newEncryptionKeys, SecretBox } from '../../src/platform/secret-box.ts';
import { DeliveryProject, NETLIFY_HOOK } from '../support/delivery-project.ts';
import { startTestApp } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';

it('changes the key that seals secrets, step by step, without losing one', async () => {
  const database = await openTestDatabase();
  const receiver = await Receiver.start();
  const delivery = { allowsPrivateTargets: true, origins: receiver.origins };
  const [before, after] = [newEncryptionKeys(), newEncryptionKeys()];
  const start = (encryptionKeys: string) => startTestApp({ database, delivery, encryptionKeys });
  const sealedBy = async () => {
    const row = await database.prisma.deployTarget.findUniqueOrThrow({ where: { id: target } });
    return `${row.secrets.split('.')[1]}:`;
  };

  let app = await start(before);
  const made = await DeliveryProject.make(app);
  // A secret whose key is lost doesn't prevent others from being encrypted again.
  const broken = await made.target();
  const secrets = new SecretBox(newEncryptionKeys()).seal('{}', broken);
  await database.prisma.deployTarget.update({ where: { id: broken }, data: { secrets } });
  const target = await made.target();
  const hooks = `${made.path}/webhooks`;
  const input = { name: 'Search', url: receiver.url, events: ['snapshot.live'] };
  const hook = (await made.owner.post(hooks, input)).body;
  const { cookie } = await app.person({ projectId: made.site.project.id, role: 'owner' });
  await app.close();
  const test = async (path = `${made.path}/deploy-targets/${target}`) => {
    const { body } = await app.client({ cookie }).post(`${path}/test`);
    return [body.status, body.attempts[0].error];
  };
  const isSignedBy = (secret: string): boolean => {
    const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: '' };
    return new Webhook(secret).verify(body, headers as Record<string, string>) !== null;
  };

  // The new key encrypts, the old one still decrypts.
  app = await start(`${after},${before}`);
  expect(await test()).toEqual(['triggered', null]);
  expect(before).toContain(await sealedBy());
  await app.services.jobs.runAll(['reseal-secrets']);
  expect(after).toContain(await sealedBy());
  await app.close();

  // The old one isn't needed any more.
  app = await start(after);
  expect(await test()).toEqual(['triggered', null]);
  expect(await test(`${hooks}/${hook.id}`)).toEqual(['delivered', null]);
  expect(isSignedBy(hook.secret)).toBe(true);
  await app.close();

  // Without its key a secret is lost: an error says so, and giving it again is enough.
  const lost = newEncryptionKeys();
  app = await start(lost);
  const [status, error] = await test();
  expect([status, error]).toEqual(['failed', expect.stringMatching(/is not among STELE_ENCRYPTION_KEYS/)]);
  expect(await test(`${hooks}/${hook.id}`)).toEqual([
    'failed',
    expect.stringMatching(/STELE_ENCRYPTION_KEYS.*new secret/),
  ]);
  expect((await app.client({ cookie }).post(`${hooks}/${hook.id}/rotate`)).status).toBe(200);
  expect(await test(`${hooks}/${hook.id}`)).toEqual(['delivered', null]);
  const change = (config: object) => app.client({ cookie }).patch(`${made.path}/deploy-targets/${target}`, { config });
  const refused = await change({ branch: 'main' });
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, ['config', 'hook_url']]);
  expect((await change({ hook_url: NETLIFY_HOOK })).status).toBe(200);
  expect(await test()).toEqual(['triggered', null]);
  await app.close();
  await receiver.close();
  await database.close();
});
