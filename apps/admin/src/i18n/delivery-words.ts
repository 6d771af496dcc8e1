import { delivery as de } from './de/delivery.ts';
import { delivery as en } from './en/delivery.ts';
import { screenWords } from './screen-words.ts';

export const useDeliveryWords = screenWords({ en, de });
export type DeliveryWords = ReturnType<typeof useDeliveryWords>;
