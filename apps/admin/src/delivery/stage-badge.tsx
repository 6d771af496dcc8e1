import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  Clock,
  Hammer,
  type LucideIcon,
  Send,
} from 'lucide-react';
import { delivery as t } from '#messages/delivery';
import { Badge } from '@/ui/badge.tsx';
import type { LiveStage } from './live-stage.ts';

/** A sign and a tone for each stage: they differ in form, not in colour alone. */
const SIGNS: Record<LiveStage, readonly [LucideIcon, 'neutral' | 'success' | 'warning' | 'danger' | 'info']> = {
  seen: [CircleCheck, 'success'],
  built: [CircleDot, 'success'],
  building: [Hammer, 'info'],
  triggered: [Send, 'info'],
  sending: [Send, 'info'],
  waiting: [Clock, 'neutral'],
  failed: [CircleAlert, 'danger'],
  buildFailed: [CircleAlert, 'danger'],
  paused: [CirclePause, 'warning'],
  untold: [CircleDashed, 'neutral'],
  superseded: [CircleDashed, 'neutral'],
};

/** How far a change has come, in a word with a sign. */
export function StageBadge({ stage }: { readonly stage: LiveStage }) {
  const [Icon, tone] = SIGNS[stage];
  return (
    <Badge tone={tone} data-stage={stage}>
      <Icon aria-hidden /> {t.stages[stage]}
    </Badge>
  );
}
