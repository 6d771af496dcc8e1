import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variablesOf } from '../src/part-variables.ts';
import { PARTS, type Part } from '../src/settings.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const DEPLOY = path.join(ROOT, 'examples', 'deploy');
const read = (name: string): Promise<string> => readFile(path.join(DEPLOY, name), 'utf8');
const run = promisify(execFile);
/** How long a part, the content host at most, finishes what it's answering after SIGTERM. */
const LONGEST_GRACE_SECONDS = 20;

/** The names of all settings, as their reference has them. */
async function settings(): Promise<Set<string>> {
  const reference = await readFile(path.join(ROOT, 'docs', 'reference', 'settings.md'), 'utf8');
  return new Set([...reference.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name));
}

interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
}

describe('compose.yaml', async () => {
  const { services, volumes } = parse(await read('compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>;
    readonly volumes: object;
  };
  const own = Object.entries(services).filter(([, { image }]) => image.includes('STELE_IMAGE'));

  it('runs every part of Stele once, on a read-only root, with settings that exist', async () => {
    const parts = own.flatMap(([, { command = [] }]) => command);
    expect(parts.sort()).toEqual([...PARTS].sort());
    const known = await settings();
    for (const [name, { environment = {}, read_only }] of own) {
      expect(read_only, name).toBe(true);
      for (const setting of Object.keys(environment)) expect(known, `${name}: ${setting}`).toContain(setting);
    }
  });

  it('gives each container the secrets of its part only', () => {
    const holders = Object.entries(services).flatMap(([name, { volumes: mounts = [] }]) =>
      mounts.filter((mount) => mount.startsWith('secrets')).map((mount) => [name, mount]),
    );
    const givers = holders.filter(([name]) => name === 'secrets').map(([, mount]) => mount);
    const parts = [...PARTS, 'postgres', 'redis'];
    expect(givers.sort()).toEqual(
      ['secrets:/secrets', ...parts.map((part) => `secrets-${part}:/parts/${part}`)].sort(),
    );
    const script = services.secrets?.entrypoint?.at(-1);
    expect(script).toContain('make-secrets.mjs /secrets /parts &&');
    expect(script).toMatch(/split-settings \/secrets\/stele\.env \/parts$/);
    const readers = holders.filter(([name]) => name !== 'secrets');
    expect(readers.sort()).toEqual(parts.map((part) => [part, `secrets-${part}:/secrets:ro`]).sort());
  });

  it('names services and volumes that exist', () => {
    for (const [name, { depends_on = [], volumes: mounts = [] }] of Object.entries(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const other of needed) expect(Object.keys(services), name).toContain(other);
      const named = mounts.map((mount) => mount.split(':')[0] ?? '').filter((mount) => !mount.startsWith('.'));
      for (const volume of named) expect(Object.keys(volumes), name).toContain(volume);
    }
  });
});

describe('make-secrets.mjs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stele-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const make = () => run(process.execPath, [path.join(DEPLOY, 'make-secrets.mjs'), folder, path.join(folder, 'parts')]);

  it('makes different secrets each time, as settings that exist', async () => {
    await make();
    const made = parseEnv(await readFile(path.join(folder, 'stele.env'), 'utf8'));
    const known = await settings();
    for (const [name, value = ''] of Object.entries(made)) {
      expect(known).toContain(name);
      expect(value.length, name).toBeGreaterThan(40);
    }
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
    const password = await readFile(path.join(folder, 'parts', 'postgres', 'postgres-password'), 'utf8');
    expect(made.DATABASE_URL).toContain(`stele:${password}@postgres`);
  });

  it('keeps what is there, and lets nobody else read any of it', async () => {
    await make();
    const first = await readFile(path.join(folder, 'stele.env'), 'utf8');
    await chmod(path.join(folder, 'stele.env'), 0o644);
    await make();
    expect(await readFile(path.join(folder, 'stele.env'), 'utf8')).toBe(first);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    expect(files.map(({ name }) => name).sort()).toEqual([
      'postgres-password',
      'postgres-password',
      'redis.conf',
      'redis.conf',
      'stele.env',
    ]);
    for (const { parentPath, name } of files) {
      expect([name, (await stat(path.join(parentPath, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
  });
});

describe('the units of systemd', () => {
  it('run parts that exist, with settings that exist', async () => {
    const script = await read('systemd/install.sh');
    const known = await settings();
    const given = [...script.slice(script.indexOf('<<ENV')).matchAll(/^([A-Z][A-Z0-9_]+)=/gm)];
    const names = given.map(([, name = '']) => name).filter((name) => !name.startsWith('STELE_BACKUP_'));
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(known).toContain(name);
    const parts = [...script.matchAll(/stele@(\w+)/g)].map(([, part]) => part).filter((part) => part !== 'service');
    expect(new Set(parts)).toEqual(new Set(PARTS));
    await run('bash', ['-n', path.join(DEPLOY, 'systemd', 'install.sh')]);
    expect(await read('systemd/stele@.service')).toMatch(/^EnvironmentFile=\/etc\/stele\/%i\/stele\.env$/m);
    expect(script).toMatch(/split-settings \/etc\/stele\/stele\.env \/etc\/stele$/m);
    for (const unit of ['stele@.service', 'admin-user.conf', 'stele-backup.service', 'stele-backup.timer']) {
      expect(await read(`systemd/${unit}`), unit).toMatch(/^\[\w+\]\n(?:\w+=.*\n|#.*\n|\[\w+\]\n|\n)+$/m);
    }
  });
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly template?: {
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly {
          readonly readinessProbe?: object;
          readonly lifecycle?: { readonly preStop?: { readonly exec?: { readonly command?: readonly string[] } } };
          readonly args?: readonly string[];
          readonly env?: readonly { name: string }[];
          readonly envFrom?: readonly object[];
        }[];
      };
    };
  };
  readonly data?: Readonly<Record<string, string>>;
}

describe('the manifests of Kubernetes', async () => {
  const manifests = parseAllDocuments(await read('kubernetes/stele.yaml')).map((one) => one.toJS() as Manifest);

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'have a valid %s',
    async (_, manifest) => {
      const [group = '', version] = manifest.apiVersion.includes('/')
        ? manifest.apiVersion.split('/')
        : ['', manifest.apiVersion];
      const module = ['kubernetes-models', group, version].filter(Boolean).join('/');
      const models = (await import(module)) as Record<string, new (of: Manifest) => { validate(): void }>;
      const Model = models[manifest.kind];
      if (!Model) throw new Error(`There is no ${manifest.kind} in ${module}.`);
      new Model(manifest).validate();
      const broken = { ...manifest, metadata: { ...manifest.metadata, name: 1 } } as unknown as Manifest;
      expect(() => new Model(broken).validate()).toThrow();
    },
  );

  it('run parts that exist, with settings that exist', async () => {
    const known = await settings();
    const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    expect(new Set(containers.flatMap(({ args = [] }) => args))).toEqual(new Set(PARTS));
    const names = [
      ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
      ...manifests.flatMap(({ data = {} }) => Object.keys(data)),
    ];
    for (const name of names) expect(known).toContain(name);
  });

  it('give content host and admin the secrets of their part only', () => {
    for (const { args: [part = ''] = [], env = [], envFrom = [] } of manifests.flatMap(
      ({ spec }) => spec?.template?.spec.containers ?? [],
    )) {
      if (part === 'api') continue;
      expect(envFrom).toEqual([{ configMapRef: { name: 'stele' } }]);
      const given = Object.fromEntries(env.map(({ name }) => [name, 'x']));
      expect([part, variablesOf(part as Part, given)]).toEqual([part, given]);
    }
  });

  it('take a pod out of its service before it ends, and leave it the time that it needs', () => {
    const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
    const serving = pods.filter(({ containers }) => containers[0]?.readinessProbe);
    expect(serving.flatMap(({ containers }) => containers[0]?.args ?? []).sort()).toEqual([...PARTS].sort());
    for (const { containers, terminationGracePeriodSeconds: seconds = 30 } of serving) {
      const [program, pause] = containers[0]?.lifecycle?.preStop?.exec?.command ?? [];
      expect(program).toBe('sleep');
      expect(Number(pause)).toBeGreaterThanOrEqual(5);
      expect(Number(pause) + LONGEST_GRACE_SECONDS).toBeLessThan(seconds);
    }
  });
});

const caddy = await run('caddy', ['version']).then(
  () => true,
  () => false,
);
if (!caddy) process.stdout.write('skipped: no caddy (the check of the Caddyfile)\n');

it.skipIf(!caddy)('the Caddyfile is valid, and leads each name to its part', async () => {
  const { stdout } = await run(
    'caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', path.join(DEPLOY, 'Caddyfile')],
    {
      env: { ...process.env, DOMAIN: 'cms.example.org' },
    },
  );
  const pairs = [
    ['cms.example.org', 'admin:3001'],
    ['api.cms.example.org', 'api:3000'],
    ['content.cms.example.org', 'content:3002'],
  ] as const;
  const { routes } = (JSON.parse(stdout) as CaddyConfig).apps.http.servers.srv0;
  for (const [host, upstream] of pairs) {
    const route = routes.find(({ match }) => match[0].host.includes(host));
    expect(JSON.stringify(route), host).toContain(`"dial":"${upstream}"`);
  }
});

interface CaddyConfig {
  readonly apps: {
    readonly http: {
      readonly servers: { readonly srv0: { readonly routes: readonly { readonly match: [{ host: string[] }] }[] } };
    };
  };
}
