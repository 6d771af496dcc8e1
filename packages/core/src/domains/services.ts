import type { ObjectStorage } from '@stele/storage';
import type { ForgottenPerson } from '../access/forget-person.store.ts';
import type { DefaultQuotas } from '../access/limits/quotas.ts';
import type { ApiServices } from '../api/context.ts';
import type { Schemas } from '../content/schemas.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { EventHub } from '../delivery/event-stream/event-hub.ts';
import type { Presences } from '../delivery/presence/presences.ts';
import type { MediaProcessor } from '../media/processor.ts';
import type { Uploads } from '../media/uploads.ts';
import type { Table } from '../platform/database/tables.ts';
import type { EventRules } from '../platform/events.store.ts';
import type { PointerMirrors } from '../publishing/pointer-mirrors.ts';
import type { Publisher } from '../publishing/publisher.ts';
import type { SnapshotObjects } from '../publishing/snapshot-objects.ts';
import type { Sweeper } from '../publishing/sweep/sweep.ts';

/** The services of a process, which all requests share. */
export interface Services extends ApiServices {
  readonly storage: ObjectStorage;
  /** All tables of the database. Rows of a removed project go in this order. */
  readonly tables: readonly Table[];
  /** Who gets which events. */
  readonly eventRules: EventRules;
  readonly schemas: Schemas;
  readonly objects: SnapshotObjects;
  readonly publisher: Publisher;
  readonly mirrors: PointerMirrors;
  /** Makes this process look for jobs at once. */
  readonly jobs: { wake(): void };
  readonly delivery: Delivery;
  /** Quotas of projects that have none of their own. */
  readonly quotas: DefaultQuotas;
  /** Says whether Redis answers; null where limits are counted without one. */
  readonly checkRedis: (() => Promise<boolean>) | null;
  /** Streams events to readers. */
  readonly events: EventHub;
  /** Knows who is where in which entries. */
  readonly presences: Presences;
  readonly media: {
    readonly uploads: Uploads;
    /** Storage limit of each project, in bytes; null for no limit. */
    readonly storageLimit: number | null;
  };
  /** The OpenAPI document of the router, which is made at the first call. */
  readonly openApiDocument: () => Promise<Record<string, unknown>>;
}

/** Replaces the names of a deleted person outside of tables. @throws to be tried again */
export type Forget = (
  services: Pick<Services, 'database' | 'storage' | 'clock' | 'log'>,
  person: ForgottenPerson,
  signal: AbortSignal,
) => Promise<void>;

/** The services of background work. */
export interface JobServices extends Services {
  readonly forgets: readonly Forget[];
  readonly sweeper: Sweeper;
  readonly media: Services['media'] & { readonly processor: MediaProcessor };
}
