import type { ApiClient, LooseBody } from '@stele/testing/api-client';
import { expect } from 'vitest';
import { ContentProject } from './content-project.ts';
import type { TestApp } from './test-app.ts';

export const NETLIFY_HOOK = 'https://api.netlify.com/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2';
export const VERCEL_HOOK = 'https://api.vercel.com/v1/integrations/deploy/prj_Abc123/hooksecret1234567';
export const PAGES_HOOK =
  'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0';
export const WORKERS_HOOK =
  'https://api.cloudflare.com/client/v4/workers/builds/deploy_hooks/0f1e2d3c4b5a69788796a5b4c3d2e1f0';

/** A project with content, an owner, and what's done with its deploy targets. */
export class DeliveryProject {
  readonly site: ContentProject;
  readonly owner: ApiClient;
  readonly path: string;
  readonly #app: TestApp;

  private constructor(app: TestApp, site: ContentProject, owner: ApiClient) {
    this.#app = app;
    this.site = site;
    this.owner = owner;
    this.path = `/projects/${site.project.id}`;
  }

  static async make(app: TestApp): Promise<DeliveryProject> {
    const site = await ContentProject.make(app);
    const { api } = await app.person({ projectId: site.project.id, role: 'owner' });
    return new DeliveryProject(app, site, api);
  }

  /** Makes a target, by default one of Netlify. @returns the target's id */
  async target(more: object = {}): Promise<string> {
    const input = { name: 'Website', kind: 'netlify', config: { hook_url: NETLIFY_HOOK }, ...more };
    const { status, body } = await this.owner.post(`${this.path}/deploy-targets`, input);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  }

  async read(targetId: string): Promise<LooseBody> {
    return (await this.owner.get(`${this.path}/deploy-targets/${targetId}`)).body;
  }

  /** Deployments, newest first. */
  async deployments(query = ''): Promise<LooseBody[]> {
    return (await this.owner.get(`${this.path}/deployments${query}`)).body.data;
  }

  /** Publishes a new entry. @returns the entry's id */
  async publish(title = 'one'): Promise<string> {
    const entry = await this.site.create({ en: { title } });
    expect((await this.site.publish(entry)).status).toBe(200);
    return entry;
  }

  /** The id of the live snapshot. */
  async live(): Promise<string> {
    return (await this.site.api.get(`${this.path}/snapshot/latest`)).body.snapshot_id;
  }

  /** Does what is due so long from now. */
  async after(seconds: number): Promise<void> {
    this.#app.clock?.advance(seconds * 1000);
    await this.#app.services.jobs.drain({ kinds: ['send-deployment', 'follow-target'] });
  }
}
