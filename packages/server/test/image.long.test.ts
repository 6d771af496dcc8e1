import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createEmptyServerDatabase, type ServerDatabase } from '@stele/core/testing/server-databases';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const DEPLOY = path.join(ROOT, 'examples', 'deploy');
const run = promisify(execFile);
const MEGABYTE = 1024 ** 2;

/** Whether images can be built here: with buildah, as root, on a system that lets it mount. */
async function canBuild(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-buildah-'));
  try {
    await run('debootstrap', ['--version']);
    const buildah = ['--root', `${folder}/root`, '--runroot', `${folder}/run`];
    const { stdout } = await run('buildah', [...buildah, 'from', 'scratch']);
    await run('buildah', [...buildah, 'mount', stdout.trim()]);
    await run('buildah', [...buildah, 'umount', '--all']);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

const databaseUrl = process.env.TEST_DATABASE_URL;
const redisUrl = process.env.TEST_REDIS_URL;
const isPossible = Boolean(process.env.TEST_LONG && databaseUrl && redisUrl) && (await canBuild());
if (process.env.TEST_LONG && !isPossible) {
  process.stdout.write('skipped: the image (it takes root on Linux, buildah, debootstrap, PostgreSQL and Redis)\n');
}

/** Installs a Debian and builds everything: minutes on a quiet machine, many times that on a busy one. */
const BUILD_TIMEOUT_MS = 60 * 60_000;

interface Config {
  readonly Entrypoint: readonly string[];
  readonly Env: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
}

describe.skipIf(!isPossible)('the image', () => {
  let folder: string;
  let root: string;
  let config: Config;
  let database: ServerDatabase;
  let env: NodeJS.ProcessEnv;
  const started = new Set<ChildProcess>();

  const buildah = async (...args: string[]): Promise<string> => {
    const places = ['--root', path.join(folder, 'images'), '--runroot', path.join(folder, 'run')];
    const options = { env: { ...process.env, BUILDAH_ISOLATION: 'chroot' }, maxBuffer: 64 * MEGABYTE };
    return (await run('buildah', [...places, ...args], options)).stdout.trim();
  };

  /** Stands in for `node:24-bookworm-slim`, which comes from a registry of images: Debian 12 with Node 24 and npm. */
  async function makeBase(): Promise<string> {
    const container = await buildah('from', 'scratch');
    const base = await buildah('mount', container);
    await run('debootstrap', ['--variant=minbase', 'bookworm', base], { maxBuffer: 64 * MEGABYTE });
    const node = (await run('npx', ['--yes', 'node@24', '-p', 'process.execPath'], { cwd: folder })).stdout.trim();
    await copyFile(node, path.join(base, 'usr/local/bin/node'));
    await run('npm', ['install', '--silent', '--prefix', path.join(base, 'usr/local/lib'), 'npm@11'], { cwd: folder });
    for (const name of ['npm', 'npx']) {
      await run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, path.join(base, 'usr/local/bin', name)]);
    }
    const authority = process.env.NODE_EXTRA_CA_CERTS;
    if (authority) {
      await copyFile(authority, path.join(base, 'etc/authority.crt'));
      await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/authority.crt', container);
    }
    await buildah('umount', container);
    await buildah('commit', '--rm', container, 'localhost/node:24');
    return 'localhost/node:24';
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stele-image-'));
    await chmod(folder, 0o755);
    const image = ['--pull=never', '--layers=false', '--file', path.join(DEPLOY, 'Dockerfile'), '--tag', 'stele'];
    const ignore = ['--ignorefile', path.join(DEPLOY, 'Dockerfile.dockerignore')];
    await buildah('build', ...image, ...ignore, '--build-arg', `NODE_IMAGE=${await makeBase()}`, ROOT);
    const container = await buildah('from', '--pull=never', 'localhost/stele');
    root = await buildah('mount', container);
    const { OCIv1 } = JSON.parse(await buildah('inspect', container)) as {
      readonly OCIv1: { readonly config: Config };
    };
    config = OCIv1.config;
    database = await createEmptyServerDatabase(databaseUrl ?? '');
    const [api = 0, admin = 0, content = 0] = await freePorts(3);
    env = {
      ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))),
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      API_PORT: String(api),
      ADMIN_PORT: String(admin),
      CONTENT_PORT: String(content),
      STELE_SEED: '1',
    };
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await database?.drop();
    await buildah('umount', '--all').catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command in the image as its user: on a read-only root, with two folders that can be written to. */
  function inImage(command: readonly string[], secrets = 'ro'): ChildProcess {
    const script = `
      set -e
      mount --bind "$1" "$1"
      mount -o remount,bind,ro "$1"
      mount --rbind /proc "$1/proc"
      mount --rbind /dev "$1/dev"
      mount -t tmpfs tmpfs "$1/tmp"
      mount --bind "$2/data" "$1/data"
      mount --bind "$2/secrets" "$1/secrets"
      mount -o remount,bind,"$3" "$1/secrets"
      cd "$1"; shift 3
      exec chroot --userspec=${config.User} . "$@"`;
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', root, folder, secrets, ...command], {
      env: { ...env, PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.add(child);
    child.once('close', () => started.delete(child));
    return child;
  }

  async function outputOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  const isHealthy = async (): Promise<boolean> => (await outputOf(inImage(['node', '/app/health.mjs']))).code === 0;

  /** Starts a part, and waits until it's ready. @returns how to end it, which gives the exit code */
  async function startPart(part: string, port: string | undefined): Promise<() => Promise<number | null>> {
    const begin = Date.now();
    const child = inImage([...config.Entrypoint, part]);
    const ended = outputOf(child);
    for (;;) {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready) break;
      if (child.exitCode !== null) throw new Error(`${part} ended: ${(await ended).output}`);
      await pause(20);
    }
    process.stdout.write(`the image's ${part}: ready after ${Date.now() - begin} ms\n`);
    return async () => {
      child.kill('SIGTERM');
      return (await ended).code;
    };
  }

  it('holds no secret and no setting, and is small', async () => {
    const { stdout } = await run('du', ['--summarize', '--block-size=1', path.join(root, 'app')]);
    const bytes = Number(stdout.split('\t')[0]);
    process.stdout.write(`the image's program: ${Math.round(bytes / MEGABYTE)} MB\n`);
    expect(bytes).toBeLessThan(170 * MEGABYTE);
    const names = config.Env.map((line) => line.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['NODE_ENV', 'HOST', 'STELE_DATA_DIR']));
    expect(names.filter((name) => /URL|SECRET|KEY|S3_/.test(name ?? ''))).toEqual([]);
  });

  it('makes its secrets once, and runs each part on them as a user without rights, until SIGTERM', async () => {
    for (const name of ['data', 'secrets']) {
      await mkdir(path.join(folder, name));
      await chown(path.join(folder, name), 1000, 1000);
    }
    const made = await outputOf(inImage(['node', '/app/make-secrets.mjs', '/secrets'], 'rw'));
    expect(made.output).toContain('Made postgres-password, redis.conf, stele.env');
    const secrets = await readFile(path.join(folder, 'secrets', 'stele.env'), 'utf8');
    expect((await outputOf(inImage(['node', '/app/make-secrets.mjs', '/secrets'], 'rw'))).code).toBe(0);
    expect(await readFile(path.join(folder, 'secrets', 'stele.env'), 'utf8')).toBe(secrets);

    expect(await isHealthy()).toBe(false);
    const ends = [
      await startPart('api', env.API_PORT),
      await startPart('content', env.CONTENT_PORT),
      await startPart('admin', env.ADMIN_PORT),
    ];
    expect(await isHealthy()).toBe(true);
    const instance = JSON.parse(await readFile(path.join(folder, 'data', 'instance.json'), 'utf8')) as {
      project_id: string;
      tokens: { admin: string };
    };
    const call = async <Answer>(method: string, route: string, body?: object): Promise<Answer> => {
      const answer = await fetch(`http://127.0.0.1:${env.API_PORT}/v1/projects/${instance.project_id}${route}`, {
        method,
        headers: { authorization: `Bearer ${instance.tokens.admin}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(answer.ok, await answer.clone().text()).toBe(true);
      return (await answer.json()) as Answer;
    };
    const values = { en: { title: 'From the image', slug: 'from-the-image' } };
    const { id } = await call<{ id: string }>('POST', '/entries', { collection_key: 'pages', values });
    await call('POST', `/entries/${id}/publish`, { locales: ['en'] });
    const { content_base_url } = await call<{ content_base_url: string }>('GET', '/snapshot/latest');
    const pages = await fetch(
      `http://127.0.0.1:${env.CONTENT_PORT}${new URL(content_base_url).pathname}/pages.en.json`,
    );
    expect(await pages.text()).toContain('From the image');
    const page = await fetch(`http://127.0.0.1:${env.ADMIN_PORT}/`);
    expect(await page.text()).toContain('<title>Stele</title>');
    const written = await outputOf(inImage(['sh', '-c', 'id -u; touch /app/x /usr/x; touch /data/x']));
    expect(written.output).toMatch(/^1000\n(.*Read-only file system\n){2}$/);
    expect(await Promise.all(ends.map((end) => end()))).toEqual([0, 0, 0]);
  });

  it('refuses an incomplete set of secrets', async () => {
    await rm(path.join(folder, 'secrets', 'redis.conf'));
    const again = await outputOf(inImage(['node', '/app/make-secrets.mjs', '/secrets'], 'rw'));
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('/secrets lacks redis.conf') });
  });
});
