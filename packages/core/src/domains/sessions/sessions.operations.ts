import { sessionInput, signInInput } from '../../api/auth/auth-body.ts';
import { authOperation } from '../operation.ts';
import { endOtherSessions, endSession, getSession, listSessions, signOut } from './own-sessions.ts';
import { signIn } from './sign-in.ts';
import { signInLimits } from './sign-in-limits.ts';

export const sessionOperations = {
  'GET /auth/get-session': authOperation({
    about: 'Who is signed in, with the session; null when no one is.',
    access: 'public',
    run: getSession,
  }),

  'POST /auth/sign-in/email': authOperation({
    about: 'Signs in with a password. With two-factor codes, returns `twoFactorRedirect: true` and no session.',
    access: 'public',
    limits: signInLimits,
    input: signInInput,
    run: signIn,
  }),

  'POST /auth/sign-out': authOperation({ about: 'Ends the session.', access: 'public', run: signOut }),

  'GET /auth/sessions': authOperation({
    about: "One's own sessions, without their tokens.",
    access: 'session',
    run: listSessions,
  }),

  'POST /auth/sessions/end': authOperation({
    about: 'Ends one of the other sessions.',
    access: 'session',
    limits: [{ limit: 'auth.account' }],
    input: sessionInput,
    run: endSession,
  }),

  'POST /auth/sessions/end-others': authOperation({
    about: 'Ends all other sessions.',
    access: 'session',
    limits: [{ limit: 'auth.account' }],
    run: endOtherSessions,
  }),
};
