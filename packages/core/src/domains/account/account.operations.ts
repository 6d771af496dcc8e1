import { changePasswordInput, updateUserInput } from '../../api/auth/auth-body.ts';
import { wrongPasswords } from '../../api/auth/auth-operation.ts';
import { authOperation } from '../operation.ts';
import { changePassword, updateUser } from './own-account.ts';

export const accountOperations = {
  'POST /auth/update-user': authOperation({
    about: "Changes one's own name, the language of mails, or how often they come.",
    access: 'session',
    input: updateUserInput,
    run: updateUser,
  }),

  'POST /auth/change-password': authOperation({
    about: 'Changes the password. Ends all other sessions.',
    access: 'session',
    limits: [wrongPasswords],
    input: changePasswordInput,
    run: changePassword,
  }),
};
