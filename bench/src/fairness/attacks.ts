import pg from 'pg';
import sharp from 'sharp';
import type { RunningApi } from '../api/api.ts';
import { uploadFile } from './victim.ts';

const PROJECTS = 8;
const WEBHOOKS_A_PROJECT = 20;
const FETCHES = 3;
const MOVING_PICTURES = 3;
const SIDE = 700;
/** The largest number of frames of that size that an upload may have. */
const FRAMES = 500;

/** Work that one person does in their own projects, and that shouldn't slow anyone else. */
export interface Attack {
  readonly name: string;
  begin(): Promise<void>;
}

/**
 * Creates the attacker's projects, and the attacks in them.
 *
 * @param slowUrl a server that drips bytes at `/drip`, and delays the answers to all other requests
 */
export async function prepareAttacks(api: RunningApi, databaseUrl: string, slowUrl: string): Promise<Attack[]> {
  const projects: string[] = [];
  for (let n = 0; n < PROJECTS; n++) {
    projects.push(String((await api.owner.post('/v1/projects', { name: `Other ${n}`, locales: ['en'] })).id));
  }
  const [project = ''] = projects;
  return [
    {
      name: `${FETCHES} imports that drip`,
      async begin() {
        for (let n = 0; n < FETCHES; n++) {
          await api.owner.post(`/v1/projects/${project}/assets/uploads/from-url`, { url: `${slowUrl}/drip` });
        }
      },
    },
    {
      name: `${PROJECTS * WEBHOOKS_A_PROJECT} slow webhooks`,
      async begin() {
        for (const id of projects) {
          for (let n = 0; n < WEBHOOKS_A_PROJECT; n++) {
            const webhook = { name: `${n}`, url: `${slowUrl}/slow`, events: ['entry.published'] };
            await api.owner.post(`/v1/projects/${id}/webhooks`, webhook);
          }
        }
        await writeEvents(databaseUrl, projects);
      },
    },
    {
      name: `${MOVING_PICTURES} GIFs of ${FRAMES} frames`,
      async begin() {
        const picture = await movingPicture();
        for (let n = 0; n < MOVING_PICTURES; n++) {
          // Each with other bytes: equal files are all processed, but stored once.
          await uploadFile(api, project, Buffer.concat([picture, Buffer.from([n])]), 'image/gif');
        }
      },
    },
  ];
}

/** Writes an event in each project, as publishing does: the database queues their webhooks. */
async function writeEvents(databaseUrl: string, projects: readonly string[]): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const data = { collection_key: 'posts', version: 1, locales: ['en'], actor: { type: 'system', id: 'x', name: 'x' } };
  await client.query(
    `INSERT INTO events (project_id, kind, subject_id, data, created_at)
      SELECT id, 'entry.published', 'ent_x', $2::jsonb, now() FROM unnest($1::text[]) AS p(id)`,
    [projects, JSON.stringify(data)],
  );
  await client.end();
}

/** A GIF that shows one frame again and again. */
async function movingPicture(): Promise<Buffer> {
  const raw = Buffer.alloc(SIDE * SIDE * 3, Buffer.from(Array.from({ length: 999 }, (_none, n) => (n * n) % 251)));
  const gif = await sharp(raw, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .gif({ colours: 16 })
    .toBuffer();
  const colours = 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
  const start = 13 + ((gif[10] ?? 0) & 0x80 ? colours : 0);
  const frame = gif.subarray(start, -1);
  return Buffer.concat([gif.subarray(0, start), ...Array<Buffer>(FRAMES).fill(frame), gif.subarray(-1)]);
}
