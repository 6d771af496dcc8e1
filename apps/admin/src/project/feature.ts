import type { StreamedEventType, WebhookEventKind } from '@stele/core/client';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { LiveUpdates } from '@/api/live-updates.ts';
import type { OpenProject } from './project-context.tsx';

/** A screen of a project. */
export interface FeatureScreen {
  /** Path within the project, where `*` is an id; '' for where a project begins. */
  readonly path: string;
  readonly load: () => Promise<ComponentType<{ readonly id: string }>>;
  readonly title: () => string;
}

/** Groups of the navigation, in its order. Collections come after the first. */
export type NavigationGroup = 'top' | 'content' | 'site' | 'project';

/** A place to go to within a project. */
export interface Destination {
  readonly group: NavigationGroup;
  /** Address within the project, such as `/media`. */
  readonly href: string;
  readonly label: () => string;
  readonly icon: LucideIcon;
  /** Who can go there; everybody by default. */
  readonly isFor?: (open: OpenProject) => boolean;
}

/** A place that the navigation has, too. */
export interface NavigationItem extends Destination {
  /** Whether an address within the project belongs to the place; by default the place's own address. */
  readonly isAt?: (path: string, query: URLSearchParams) => boolean;
  /** Shown after its label. */
  readonly Badge?: ComponentType;
}

/** Where a shortcut works, its keys, such as `{control} {shift} M`, and what they do. */
export type Shortcut = readonly [where: 'editor' | 'lists', keys: string, label: () => string];

export type WebhookEventGroup = 'entries' | 'site' | 'media' | 'delivery';

/** All that a folder adds to a project's screens. The shell's lists are joined from the features. */
export interface Feature<Streamed extends string = StreamedEventType, Webhook extends string = WebhookEventKind> {
  readonly name: string;
  readonly screens?: readonly FeatureScreen[];
  readonly places?: readonly NavigationItem[];
  readonly live?: LiveUpdates<Streamed>;
  /** The feature's events that webhooks can get, and the group in which a form lists them. */
  readonly webhookEvents?: readonly [WebhookEventGroup, readonly Webhook[]];
  readonly shortcuts?: readonly Shortcut[];
  /** Loads places that only the palette has, when it's opened. */
  readonly moreDestinations?: () => Promise<readonly Destination[]>;
}

/** A feature that may hear events of any name. */
export type AnyFeature = Feature<string, string>;
