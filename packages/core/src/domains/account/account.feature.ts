import { feature } from '../feature.ts';
import { accountOperations } from './account.operations.ts';

export const accountFeature = feature({ name: 'account', auth: accountOperations });
