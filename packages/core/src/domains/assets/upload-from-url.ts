import { assetActions } from '../../media/asset.names.ts';
import { checkFolder, getAssetInProject } from '../../media/asset.store.ts';
import { FETCH_ASSET } from '../../media/fetching/fetch-asset.ts';
import { urlNameOf } from '../../media/keys.ts';
import { insertFetched } from '../../media/uploads.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import { checkAddress } from '../check-address.ts';
import type { ProjectContext } from '../context.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView } from './assets.schemas.ts';
import type { UploadFromUrlInput } from './uploads.schemas.ts';

/** Creates an asset whose file is fetched from a public URL. @throws ApiError `validation_failed` */
export async function uploadFromUrl(ctx: ProjectContext, input: UploadFromUrlInput): Promise<AssetView> {
  const { services, project } = ctx;
  const url = checkAddress(services.delivery.client, 'url', input.url);
  const { filename = nameIn(url), folder_id: folderId = null } = input;
  const now = services.clock.now();
  const id = newId('asset');
  const view = await writeSql(ctx, async (client) => {
    await checkFolder(client, project.id, folderId, ['folder_id']);
    const mime = 'application/octet-stream';
    const asset = { id, projectId: project.id, folderId, filename, urlName: urlNameOf(filename), mime };
    await insertFetched(client, asset, ctx.actor, now);
    const job = { kind: FETCH_ASSET, key: id, projectId: project.id, payload: url.href, runAt: now };
    await enqueueJobs(client, [job], now);
    // The URL may contain a secret, so only its host is recorded.
    const audit = { action: assetActions['asset.upload'], targetId: id, data: { filename, from: url.host } };
    return { answer: toAssetView(ctx, await getAssetInProject(client, project.id, id)), audit };
  });
  services.jobs.wake();
  return view;
}

const MAX_NAME = 255;

/** The filename in a URL. */
function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  const name = decodeLeniently(last)
    .replace(/[/\\\p{Cc}]/gu, '')
    .trim()
    .slice(-MAX_NAME);
  return name === '' ? 'file' : name;
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
