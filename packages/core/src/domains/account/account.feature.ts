import { feature } from '../feature.ts';
import { changePassword, updateUser } from './own-account.ts';

export const accountFeature = feature({
  name: 'account',
  auth: { 'POST /auth/update-user': updateUser, 'POST /auth/change-password': changePassword },
});
