import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMMAND = path.join(import.meta.dirname, '..', 'dist', 'main.js');

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

interface Report {
  readonly healthy: boolean;
  readonly checks: readonly { readonly check: string; readonly verdict: string; readonly message: string }[];
}

let folder: string;
let ports: Record<string, string>;

beforeAll(async () => {
  if (!existsSync(COMMAND)) throw new Error('Build the server first: pnpm build.');
  folder = await mkdtemp(path.join(tmpdir(), 'stele-doctor-'));
  const [api, admin, content] = await freePorts(3);
  ports = { API_PORT: String(api), ADMIN_PORT: String(admin), CONTENT_PORT: String(content) };
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs `stele-server doctor` with these settings and no others. */
function runDoctor(settings: Readonly<Record<string, string>>, ...options: string[]) {
  const env = { PATH: process.env.PATH, ...ports, ...settings };
  return new Promise<{ code: unknown; output: string; stdout: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, '--data', folder, 'doctor', ...options], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr, stdout }),
    );
  });
}

describe('stele-server doctor', () => {
  it('says of an instance that never ran what is missing, and makes nothing', async () => {
    const { code, output } = await runDoctor({});
    expect(code).toBe(1);
    expect(output).toMatch(/^ok {4}settings +All settings can be read\.$/m);
    expect(output).toMatch(/^FAIL {2}api .*ECONNREFUSED.*\n +→ Start it, or correct API_URL/m);
    expect(output).toMatch(/^skip {2}database +There is no database yet/m);
    expect(output).toMatch(/^ok {4}disk .*GB are free/m);
    expect(await readdir(folder)).toEqual([]);
  });

  it('names a setting that is wrong', async () => {
    const { code, output } = await runDoctor({ API_URL: 'nowhere' });
    expect([code, output]).toEqual([1, expect.stringMatching(/^FAIL {2}settings +The setting API_URL is wrong/)]);
  });

  it.skipIf(!hasOpenssl)('looks at the certificates of addresses (skipped without openssl)', async () => {
    const place = await mkdtemp(path.join(tmpdir(), 'stele-certificate-'));
    const [key, cert] = ['key.pem', 'cert.pem'].map((file) => path.join(place, file)) as [string, string];
    const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '5', ...named];
    spawnSync('openssl', ['req', '-x509', ...made]);
    const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) =>
      response.end('{"status":"ok"}'),
    );
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const ADMIN_URL = `https://localhost:${(server.address() as AddressInfo).port}`;
    const unknown = await runDoctor({ ADMIN_URL });
    expect(unknown.output).toMatch(/^FAIL {2}admin .*self-signed certificate/m);
    const trusted = await runDoctor({ ADMIN_URL, NODE_EXTRA_CA_CERTS: cert });
    expect(trusted.output).toMatch(/^ok {4}admin .* answers, and is ready/m);
    expect(trusted.output).toMatch(/^warn {2}admin +Its certificate ends in 4 days\.\n +→ Renew it/m);
    await new Promise((resolve) => server.close(resolve));
    await rm(place, { recursive: true });
  });

  it('prints JSON, and no secret, whatever fails', async () => {
    const secret = 'sesame-open-thyself-please-and-now';
    const { code, output, stdout } = await runDoctor(
      {
        DATABASE_URL: `postgres://stele:${secret}@127.0.0.1:1/stele`,
        REDIS_URL: `redis://:${secret}@127.0.0.1:1`,
        SMTP_URL: `smtp://stele:${secret}@127.0.0.1:1`,
        MAIL_FROM: 'stele@example.org',
        STELE_AUTH_SECRET: secret,
        STELE_ENCRYPTION_KEYS: `a:${'B'.repeat(42)}A`,
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'stele',
        S3_ACCESS_KEY_ID: 'stele',
        S3_SECRET_ACCESS_KEY: secret,
      },
      '--json',
    );
    const report = JSON.parse(stdout) as Report;
    expect([code, report.healthy]).toEqual([1, false]);
    const failed = report.checks.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check);
    expect(new Set(failed)).toEqual(
      new Set(['api', 'admin', 'content', 'database', 'storage', 'cors', 'redis', 'mail']),
    );
    expect(output).not.toContain(secret);
    expect(output).not.toContain('B'.repeat(42));
  });
});
