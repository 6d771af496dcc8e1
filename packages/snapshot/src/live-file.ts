import { MANIFEST_FORMAT, type PointerMirror } from './format.ts';
import { snapshotPrefix } from './keys.ts';

/** Object `{projectId}/live/{name}.json`: the live pointer of a project. The mirrors of all its tokens lead to it. */
export type LiveFile = Omit<PointerMirror, 'expires_at' | 'live'>;

/** The live file of a project, whose name is random: it's in tokens' mirrors only. */
export function liveFileKey(projectId: string, name: string): string {
  return `${liveFilePrefix(projectId)}${name}.json`;
}

/** The prefix of the key of a project's live file. */
export function liveFilePrefix(projectId: string): string {
  return `${projectId}/live/`;
}

/** Whether a key is that of a live file. */
export function isLiveFileKey(key: string): boolean {
  return /^[^/]+\/live\/[^/]+\.json$/.test(key);
}

export function makeLiveFile(live: {
  readonly projectId: string;
  readonly snapshotId: string;
  readonly publishedAt: Date;
  readonly manifestHash: string;
  readonly sequence: number;
}): LiveFile {
  return {
    project_id: live.projectId,
    snapshot_id: live.snapshotId,
    published_at: live.publishedAt.toISOString(),
    content_base_path: snapshotPrefix(live.projectId, live.snapshotId),
    manifest: { manifest_format: MANIFEST_FORMAT, sha256: live.manifestHash },
    sequence: live.sequence,
  };
}

/** The pointer for a token: the newer one of its own mirror and its project's live file, in the form of a mirror. */
export function pointerOf({ live: _, ...mirror }: PointerMirror, live: LiveFile | null): PointerMirror {
  return live && live.sequence > mirror.sequence ? { ...live, expires_at: mirror.expires_at } : mirror;
}
