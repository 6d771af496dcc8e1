import type { ApiAnswer, ApiClient, LooseBody } from '@stele/testing/api-client';
import { expect } from 'vitest';
import { ContentProject } from './content-project.ts';
import type { TestApp } from './test-app.ts';

const KINDS = ['fan-out-events', 'deliver-webhook'];

/** A project with content, an owner, and what's done with its webhooks. */
export class WebhookProject {
  readonly site: ContentProject;
  readonly owner: ApiClient;
  readonly webhooks: string;
  readonly #app: TestApp;

  private constructor(app: TestApp, site: ContentProject, owner: ApiClient) {
    this.#app = app;
    this.site = site;
    this.owner = owner;
    this.webhooks = `/projects/${site.project.id}/webhooks`;
  }

  static async make(app: TestApp): Promise<WebhookProject> {
    const site = await ContentProject.make(app);
    const { api } = await app.person({ projectId: site.project.id, role: 'owner' });
    // Events in the millisecond in which a webhook is created count as later.
    app.clock?.advance(1);
    return new WebhookProject(app, site, api);
  }

  /** Makes a webhook. @returns the webhook, with its secret */
  async create(more: { readonly url: string } & Record<string, unknown>): Promise<LooseBody> {
    const input = { name: 'Search', events: ['entry.published'], ...more };
    const { status, body } = await this.owner.post(this.webhooks, input);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  async get(id: string): Promise<LooseBody> {
    return (await this.owner.get(`${this.webhooks}/${id}`)).body;
  }

  update(id: string, change: object): Promise<ApiAnswer<LooseBody>> {
    return this.owner.patch(`${this.webhooks}/${id}`, change);
  }

  /** Messages of a webhook, newest first. */
  async deliveries(id: string, query = ''): Promise<LooseBody[]> {
    const { status, body } = await this.owner.get(`${this.webhooks}/${id}/deliveries${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  /** Publishes a new post. @returns the post's id */
  async publish(title = 'one'): Promise<string> {
    const id = await this.site.create({ en: { title } });
    const { status, body } = await this.site.publish(id);
    expect(status, JSON.stringify(body)).toBe(200);
    return id;
  }

  /** Does what is due so long from now. */
  async after(ms: number): Promise<void> {
    this.#app.clock?.advance(ms);
    await this.#app.services.jobs.drain({ kinds: KINDS });
  }
}
