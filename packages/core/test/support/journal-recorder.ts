import type { LooseBody } from '@stele/testing/api-client';
import type { Receiver } from '@stele/testing/receiver';
import { expect } from 'vitest';
import { registry } from '../../src/server/registry.ts';
import { ContentProject } from './content-project.ts';
import { StreamListener } from './stream-listener.ts';
import type { TestApp, TestPerson } from './test-app.ts';

const ID = /\b([a-z]{3,4})_[0-9a-z]{26}\b/g;

/** A value without what differs from run to run, except for ids. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, settled(one)]));
  }
  if (typeof value !== 'string') return value;
  return value
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/person-[0-9a-f]+@/g, 'person@')
    .replace(/127\.0\.0\.1:\d+/g, '<host>');
}

/** Ids come last: those of the same moment are in any order. */
const inOrder = (line: string): string => line.replace(ID, '$1') + line;

/** Records what a project's audit log, outbox, webhook and stream get from each step of a test. */
export class JournalRecorder {
  readonly site: ContentProject;
  readonly owner: TestPerson;
  readonly path: string;
  readonly #app: TestApp;
  readonly #receiver: Receiver;
  readonly #started = Date.now();
  readonly #known = new Set<string>();
  readonly #names = new Map<string, string>();
  readonly #lines: string[] = [];

  private constructor(app: TestApp, receiver: Receiver, site: ContentProject, owner: TestPerson) {
    this.#app = app;
    this.#receiver = receiver;
    this.site = site;
    this.owner = owner;
    this.path = `/projects/${site.project.id}`;
  }

  /** Makes a project with a webhook that gets every kind of event. */
  static async make(app: TestApp, receiver: Receiver): Promise<JournalRecorder> {
    const site = await ContentProject.make(app);
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const made = new JournalRecorder(app, receiver, site, owner);
    app.clock?.advance(1);
    await made.ok(owner.api.post(`${made.path}/webhooks`, made.hook('all', registry.eventRules.webhookKinds)));
    await made.step('', async () => undefined);
    made.#lines.splice(0);
    return made;
  }

  hook(name: string, events: readonly string[] = ['snapshot.live']): object {
    return { name, url: `${this.#receiver.url}/${name}`, events };
  }

  /** Requires an answer of success. @returns the answer's body */
  async ok(answer: Promise<{ readonly status: number; readonly body: LooseBody }>): Promise<LooseBody> {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  }

  /** Records what the work leads to. */
  async step<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    this.#app.clock?.advance(1);
    await this.#app.services.jobs.drain({ kinds: ['fan-out-events', 'deliver-webhook'] });
    const sent = this.#receiver.requests.filter(({ path }) => path === '/all');
    const messages = sent.map(({ body, headers }) => ({ id: `${headers['webhook-id']}`, body: JSON.parse(body) }));
    this.#lines.push(
      `# ${step}`,
      ...this.#news('audit', await this.#audit()),
      ...this.#news('outbox', await this.#outbox()),
      ...this.#news('webhook', messages),
      ...this.#news('stream', await this.#stream()),
      '',
    );
    return result;
  }

  /** All steps, with ids that only say what is the same. */
  get text(): string {
    const counts = new Map<string, number>();
    return this.#lines.join('\n').replace(ID, (id, prefix: string) => {
      const count = (counts.get(prefix) ?? 0) + (this.#names.has(id) ? 0 : 1);
      counts.set(prefix, count);
      const name = this.#names.get(id) ?? `<${prefix} ${count}>`;
      this.#names.set(id, name);
      return name;
    });
  }

  async #audit() {
    const where = { projectId: this.site.project.id };
    const rows = await this.#app.database.prisma.auditRecord.findMany({ where });
    return rows.map(({ id, action, targetId, actor, requestId, data }) => ({
      id,
      body: { action, targetId, actor, hasRequest: requestId !== null, data },
    }));
  }

  async #outbox() {
    const rows = await this.#app.database.prisma.event.findMany({ where: { projectId: this.site.project.id } });
    return rows.map(({ id, kind, subjectId, data }) => ({ id: `event ${id}`, body: { kind, subjectId, data } }));
  }

  /** All that a stream of the owner sends from the beginning. */
  async #stream() {
    const open: StreamListener[] = [];
    const headers = { cookie: this.owner.cookie };
    const query = `?after=${this.#started}`;
    const listener = await StreamListener.open(this.#app, this.site.project.id, { headers, query, open });
    await listener.begun();
    listener.close();
    const told = listener.told.slice(0, listener.toldBefore).filter(({ event }) => event !== 'presence');
    return told.map(({ data: { id, ...body } }) => ({ id: `stream ${id}`, body }));
  }

  /** A line for each row that wasn't known before, in an order that doesn't depend on the run. */
  #news(where: string, all: readonly { readonly id: string; readonly body: unknown }[]): string[] {
    const news = all.filter(({ id }) => !this.#known.has(id));
    for (const { id } of news) this.#known.add(id);
    const lines = news.map(({ body }) => `${where} ${JSON.stringify(settled(body))}`);
    return lines.sort((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1));
  }
}
