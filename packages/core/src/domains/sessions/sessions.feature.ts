import { feature } from '../feature.ts';
import { endOtherSessions, endSession, getSession, listSessions, signOut } from './own-sessions.ts';
import { sessionErrors, sessionLimits } from './sessions.names.ts';
import { signIn } from './sign-in.ts';

export const sessionsFeature = feature({
  name: 'sessions',
  auth: {
    'GET /auth/get-session': getSession,
    'POST /auth/sign-in/email': signIn,
    'POST /auth/sign-out': signOut,
    'GET /auth/sessions': listSessions,
    'POST /auth/sessions/end': endSession,
    'POST /auth/sessions/end-others': endOtherSessions,
  },
  limits: sessionLimits,
  errors: sessionErrors,
});
