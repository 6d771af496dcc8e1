import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine, type SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { ClosablePool } from '../../src/platform/database/closable-pool.ts';
import { connectPGlite } from '../../src/platform/database/pglite-pool.ts';

/**
 * Runs `work` with Prisma's schema engine, which compares migrations with the schema, in its WebAssembly form and on
 * empty databases in memory. The native engine, which Prisma's command downloads, isn't needed.
 */
export async function withSchemaEngine<Result>(
  schema: SchemasContainer,
  work: (engine: SchemaEngine) => Promise<Result>,
  openEmptyDatabase = openInMemory,
): Promise<Result> {
  await loadEngine();
  const engine = await SchemaEngine.new(
    { datamodels: schema.files.map(({ path, content }) => [path, content]) },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapterOf(openEmptyDatabase)),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
  }
}

let loaded: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loaded ??= instantiateEngine();
  return loaded;
}

/** The little that is needed of WebAssembly, which Node's types leave to the browser's. */
interface WebAssemblyRuntime {
  instantiate(
    binary: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

/** Does the work of the package's own entry point, which runs only where `.wasm` files can be imported; Node can't do that yet. */
async function instantiateEngine(): Promise<void> {
  const runtime: WebAssemblyRuntime = Reflect.get(globalThis, 'WebAssembly');
  const glue: object & { __wbg_set_wasm?: (wasm: object) => void } = await import(
    '@prisma/schema-engine-wasm/schema_engine_bg'
  );
  const entryPoint = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const binary = await readFile(path.join(path.dirname(entryPoint), 'schema_engine_bg.wasm'));
  const { instance } = await runtime.instantiate(binary, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm?.(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start === 'function') start();
}

function adapterOf(openEmptyDatabase: () => Promise<ClosablePool>): SqlMigrationAwareDriverAdapterFactory {
  const connect = async () => connectTo(await openEmptyDatabase());
  return { provider: 'postgres', adapterName: 'stele-in-memory', connect, connectToShadowDb: connect };
}

async function openInMemory(): Promise<ClosablePool> {
  return connectPGlite(await PGlite.create({ dataDir: 'memory://', extensions: { pg_trgm } }));
}

async function connectTo({ pool, close }: ClosablePool): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPg(pool).connect();
  return Object.create(adapter, {
    queryRaw: { value: (query: SqlQuery) => queryWithCharacters(adapter, query) },
    // The adapter itself cuts a script at every semicolon, those in strings and functions too.
    executeScript: { value: (script: string) => pool.query(script).then(() => {}) },
    dispose: { value: close },
  });
}

const CHAR_OID = 18;
const TEXT_OID = 25;

/** The engine reads columns of PostgreSQL's internal type "char", which the adapter doesn't know. */
async function queryWithCharacters(
  adapter: SqlDriverAdapter,
  query: SqlQuery,
): ReturnType<SqlDriverAdapter['queryRaw']> {
  const characters: number[] = [];
  const perform: (query: SqlQuery) => Promise<{ fields: { dataTypeID: number }[] }> = Reflect.get(adapter, 'performIO');
  const reading: SqlDriverAdapter = Object.create(adapter, {
    performIO: {
      value: async (inner: SqlQuery) => {
        const result = await perform.call(adapter, inner);
        for (const [index, field] of result.fields.entries()) {
          if (field.dataTypeID !== CHAR_OID) continue;
          characters.push(index);
          field.dataTypeID = TEXT_OID;
        }
        return result;
      },
    },
  });
  const result = await Reflect.get(adapter, 'queryRaw').call(reading, query);
  for (const index of characters) result.columnTypes[index] = ColumnTypeEnum.Character;
  return result;
}
