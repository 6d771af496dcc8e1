import { declareErrors } from '../../platform/errors.ts';

export const personErrors = declareErrors({
  'instance.last_operator': { status: 409, message: 'The instance needs an operator. Make someone else one first.' },
});
