import { cloudflare } from './cloudflare.ts';
import { github } from './github.ts';
import { netlify } from './netlify.ts';
import type { Platform } from './platform.ts';
import { vercel } from './vercel.ts';

/** Every kind of target. */
export const platforms = { vercel, netlify, cloudflare, github } as const satisfies Record<string, Platform>;

export type TargetKind = keyof typeof platforms;
export const targetKinds = Object.keys(platforms) as [TargetKind, ...TargetKind[]];
