import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/access/permissions.ts';
import { newPersonalToken } from '../../src/access/personal-token.ts';
import { isTokenSecret, newPreviewSecret, newTokenSecret } from '../../src/access/token-secret.ts';
import { countStatements } from '../support/statements.ts';
import { PASSWORD, signIn, startTestApp, type TestApp } from '../support/test-app.ts';

interface Rule {
  readonly id: string;
  readonly regex: string;
  readonly keywords: readonly string[];
  readonly secretGroup: number;
}

const FILE = path.join(import.meta.dirname, '../../../../examples/operations/gitleaks.toml');
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
let rules: Rule[];
let app: TestApp;

beforeAll(async () => {
  ({ rules } = parse(await readFile(FILE, 'utf8')) as unknown as { rules: Rule[] });
  app = await startTestApp();
});
afterAll(() => app.close());

/** The findings of the rules in a text, as gitleaks looks for them: keywords first. */
function findsIn(text: string): string[] {
  return rules
    .filter(({ keywords }) => keywords.some((keyword) => text.includes(keyword)))
    .flatMap(({ id, regex, secretGroup }) =>
      Array.from(text.matchAll(new RegExp(regex, 'gm')), (match) => `${id}: ${match[secretGroup]}`),
    );
}

/** The check of docs/security.md, from its words alone. */
function checksumOf(body: string): string {
  let number = BigInt(`0x${createHash('sha256').update(body).digest('hex').slice(0, 12)}`) % 62n ** 6n;
  let text = '';
  for (let place = 0; place < 6; place++) {
    text = ALPHABET[Number(number % 62n)] + text;
    number /= 62n;
  }
  return text;
}

const AROUND = [(it: string) => it, (it: string) => `STELE_TOKEN=${it}`, (it: string) => `{"token":"${it}"}, then\n`];

describe('a secret scanner', () => {
  it('finds every token of a project and every preview link, and can check each by itself', () => {
    const secrets = Array.from({ length: 50 }, () => [...scopes.map(newTokenSecret), newPreviewSecret()]).flat();
    for (const secret of secrets) {
      for (const around of AROUND) expect(findsIn(around(secret))).toEqual([`stele-project-token: ${secret}`]);
      expect(findsIn(`${secret},${secret}`)).toHaveLength(2);
      expect(checksumOf(secret.slice(0, -6))).toBe(secret.slice(-6));
    }
  });

  it('finds the personal token of a session', async () => {
    const { id, email } = await app.person();
    await signIn(app.url, email, PASSWORD);
    const sessions = await app.database.prisma.session.findMany({ where: { userId: id } });
    expect(sessions).toHaveLength(2);
    for (const { token } of sessions) {
      const secret = newPersonalToken(app.services.settings.authSecret, token);
      for (const around of AROUND) expect(findsIn(around(secret))).toEqual([`stele-personal-token: ${secret}`]);
    }
  });

  it.each([
    'stl_pub_',
    'stl_admin_…',
    `stl_root_${'a'.repeat(38)}`,
    `stl_pub_${'a'.repeat(37)}`,
    `stl_pub_${'a'.repeat(39)}`,
    `astl_pub_${'a'.repeat(38)}`,
    `stl_person_${'a'.repeat(32)}`,
    `stl_person_${'a'.repeat(32)}.${'b'.repeat(44)}`,
    'a'.repeat(64),
  ])('finds nothing in %s', (text) => {
    for (const around of AROUND) expect(findsIn(around(text))).toEqual([]);
  });

  it('knows a string that is only formed like a token by its checksum, and so does the API, which looks nothing up', async () => {
    const wrong = `stl_pub_${'a'.repeat(38)}`;
    expect([checksumOf(wrong.slice(0, -6)) === wrong.slice(-6), isTokenSecret(wrong)]).toEqual([false, false]);
    const statementsOf = async (token: string): Promise<number> => {
      const sent = countStatements(app.database);
      expect((await app.client({ token }).get('/tokens/me')).status).toBe(401);
      sent.stop();
      return sent.statements.length;
    };
    expect([await statementsOf(wrong), await statementsOf(newTokenSecret('read_published'))]).toEqual([0, 1]);
  });
});
