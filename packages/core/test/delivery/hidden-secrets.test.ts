import { json, type Received, Receiver } from '@stele/testing/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryProject, NETLIFY_HOOK } from '../support/delivery-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

const TOKEN = 'ghp_verysecrettoken0123456789abcdefghijkl';

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  const delivery = { allowsPrivateTargets: true, origins: receiver.origins };
  app = await startTestApp({ clock: new TestClock(Date.now()), delivery });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
afterEach(() => receiver.reset());

describe('secrets that a platform repeats', () => {
  it('are left out of why it refused, wherever that is cut off', async () => {
    const made = await DeliveryProject.make(app);
    const server = { token: TOKEN, api_url: receiver.url };
    const config = { ...server, owner: 'acme', repository: 'site', event: 'repository_dispatch' };
    const id = await made.target({ kind: 'github', config });
    const reason = async () => {
      const { body } = await made.owner.post(`${made.path}/deploy-targets/${id}/test`);
      return body.attempts[0].error;
    };
    for (const place of [0, 150, 160, 170, 180, 190, 195, 199, 200, 1000]) {
      receiver.answer = json({ message: `${'x'.repeat(place)}${TOKEN} is no good` }, 422);
      expect(await reason()).toMatch(/^The platform answered 422: x*(?:…[ isnogd]*)?$/);
    }
    // White space becomes one space: what comes late in an answer moves to the front.
    for (const place of [1960, 1980, 1999]) {
      const page = `no${' '.repeat(place - 2)}${TOKEN}`;
      receiver.answer = (_request: Received, response) => void response.writeHead(422).end(page);
      expect(await reason()).toBe('The platform answered 422: no …');
    }
    const basic = ['', 'a:', 'ab:'].map((user) => Buffer.from(`${user}${TOKEN}`).toString('base64'));
    const encoded = [
      TOKEN.toUpperCase(),
      Buffer.from(TOKEN).toString('hex'),
      ...basic,
      Buffer.from(`xyz${TOKEN}`).toString('base64url'),
    ];
    for (const text of encoded) {
      receiver.answer = json({ message: `no ${text}` }, 422);
      // A few characters at the ends encode the text around the secret.
      expect(await reason()).toMatch(/^The platform answered 422: no \w{0,4}…\w?=?=?$/);
    }
    receiver.answer = json({ message: `no ${TOKEN.slice(0, 9)}\u0000${TOKEN.slice(9)}` }, 422);
    expect(await reason()).toBe('The platform answered 422: no …');
  });

  it('are left out of why a build failed', async () => {
    const made = await DeliveryProject.make(app);
    const config = { hook_url: NETLIFY_HOOK, api_token: TOKEN, site_id: 'site' };
    await made.target({ quiet_seconds: 0, config });
    await made.publish();
    await made.after(1);
    const [{ id }] = await made.deployments();
    const error = `The hook ${NETLIFY_HOOK} and ${TOKEN} are wrong.`;
    receiver.answer = json([{ id: 'run', title: `Stele ${id}`, state: 'error', error_message: error }]);
    await made.after(15);
    const [{ build }] = await made.deployments();
    expect(build).toMatchObject({ state: 'failed', error: 'The hook … and … are wrong.' });
    const where = { subjectId: id, kind: 'deployment.failed' };
    const [event] = await app.database.prisma.event.findMany({ where });
    expect(event?.data).toMatchObject({ stage: 'build', error: 'The hook … and … are wrong.' });
  });
});
