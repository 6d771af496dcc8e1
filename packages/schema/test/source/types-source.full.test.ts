// @module-tag full
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSource, type SchemaDocument, typesSource } from '../../src/index.ts';
import { drawn, makeSchema } from '../arbitraries/index.ts';
import { example } from './example.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const run = promisify(execFile);

/** Compiles configs and types of schemas, with proof that each fits the other. @returns the compiler's output */
async function typecheck(schemas: readonly SchemaDocument[], proof = PROOF): Promise<string> {
  const files = schemas.flatMap((schema, at) => [
    [`config-${at}.ts`, configSource(schema)],
    [`types-${at}.d.ts`, typesSource(schema)],
    [`proof-${at}.ts`, proof.replaceAll('%', String(at))],
  ]);
  for (const [name, text] of files) await writeFile(path.join(folder.path, name ?? ''), text ?? '');
  const settings = {
    extends: '../../../tsconfig.base.json',
    compilerOptions: {
      skipLibCheck: false,
      noUnusedLocals: false,
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      rootDir: '..',
    },
    files: files.map(([name]) => name),
  };
  const project = path.join(folder.path, 'tsconfig.json');
  await writeFile(project, JSON.stringify(settings));
  const compiler = path.join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc');
  return run(compiler, ['-p', project]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

const PROOF = `
import type { PublishedCollections } from '@stele/schema';
import type config from './config-%.ts';
import type { Collections } from './types-%.d.ts';
type Inferred = PublishedCollections<typeof config>;
type Fits<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
export const proof: { [Key in keyof Inferred | keyof Collections]: true } = {} as {
  [Key in keyof Inferred | keyof Collections]: Key extends keyof Inferred & keyof Collections
    ? Fits<Inferred[Key], Collections[Key]>
    : never;
};
`;

describe('the text of types', () => {
  it('says the same of published values as the config does', async () => {
    expect(await typecheck([example.schema])).toBe('');
  });

  it('says the same, whatever the schema is', async () => {
    expect(await typecheck(fc.sample(drawn(makeSchema), { numRuns: 60, seed: 7 }))).toBe('');
  });

  it('would not do if it said something else', async () => {
    const wrong = `${PROOF}\nexport const name: Collections['people']['name'] = 1;`;
    expect(await typecheck([example.schema], wrong)).toContain("Type 'number' is not assignable to type 'string'");
  });

  it('reads well', () => {
    const text = typesSource(example.schema);
    expect(text.slice(0, text.indexOf('/** Any JSON'))).toMatchInlineSnapshot(`
      "// Written by \`stele types\` from the schema: changes made by hand are lost when it runs again.

      /** Site settings */
      export interface SiteSettings {
        readonly name: string;
        readonly tint?: string;
      }

      /** People */
      export interface Person {
        readonly name: string;
        readonly mail?: string;
        readonly site?: string;
      }

      /**
       * Articles: What appears on the blog.
       * Editors write it.
       */
      export interface BlogPost {
        /** Headline: Don't end it with a stop. */
        readonly title: string;
        readonly slug: string;
        readonly path?: string;
        readonly intro?: string;
        readonly notes?: string;
        readonly body?: Richtext;
        readonly plain?: Richtext;
        readonly day?: string;
        readonly at: string;
        readonly rating?: number;
        readonly pages: number;
        readonly featured: boolean;
        readonly kind: 'news' | 'essay';
        readonly source?: string;
        readonly teaser?: string;
        readonly topics?: readonly ('a' | 'b' | "c's")[];
        readonly extra?: Json;
        readonly cover: PublishedAsset;
        readonly print?: PublishedAsset;
        readonly gallery?: readonly PublishedAsset[];
        readonly author: PublishedReference<'people'>;
        readonly related?: readonly PublishedReference<'people' | 'blog_posts'>[];
        readonly seo: {
          readonly description?: string;
          readonly hidden: boolean;
        };
        readonly tags?: readonly string[];
        readonly choices?: readonly ('x' | 'y')[];
        readonly links?: readonly {
          readonly label: string;
          readonly to: string;
        }[];
        readonly nested?: readonly (readonly (readonly ('p' | 'q')[])[])[];
        readonly one?: readonly (readonly {
          readonly _type: 'only';
          readonly _key?: string;
          readonly text?: string;
        }[])[];
        readonly sections?: readonly ({
          readonly _type: 'quote';
          readonly _key?: string;
          readonly text: string;
          readonly by?: PublishedReference<'people' | 'blog_posts'>;
        } | {
          readonly _type: 'figure';
          readonly _key?: string;
          readonly picture: PublishedAsset;
          readonly label?: string;
        })[];
      }

      /** Published values by the keys of their collections. */
      export interface Collections {
        site_settings: SiteSettings;
        people: Person;
        blog_posts: BlogPost;
      }

      "
    `);
  });

  it('calls an interface by one entry of its collection', () => {
    const fields = [{ key: 'a', label: 'A', type: 'text' as const, required: false, localized: false }];
    const keys = [
      'posts',
      'post',
      'categories',
      'addresses',
      'news',
      'blog_posts',
      'status',
      'collections',
      'collection',
    ];
    const collections = keys.map((key) => ({
      key,
      label: key,
      singleton: false,
      order: null,
      title_field: null,
      fields,
    }));
    const names = [...typesSource({ format: 1, collections }).matchAll(/^ {2}(\w+): (\w+);$/gm)].map(
      ([, , name]) => name,
    );
    expect(names).toEqual([
      'Post',
      'PostEntry',
      'Category',
      'Address',
      'News',
      'BlogPost',
      'Status',
      'Collection',
      'CollectionEntry',
    ]);
  });
});
