import { type Declared, exactDeclarer } from './declared.ts';

/** The recorded actions on the instance and on people's accounts, which belong to no project. */
export type InstanceAuditAction =
  | `instance.${'set_up' | 'seed' | 'retry_job' | 'drop_job' | 'delete_person'}`
  | `account.${'sign_in' | 'fail_sign_in' | 'make_operator' | 'remove_operator' | 'block' | 'unblock'}`
  | `account.${'sign_out' | 'reset_two_factor' | 'create_reset_link'}`
  | `account.${'change_password' | 'request_password_reset' | 'reset_password' | 'end_session' | 'end_sessions'}`
  | `account.${'enable_two_factor' | 'disable_two_factor' | 'renew_recovery_codes' | 'use_recovery_code'}`
  | `account.${'create' | 'link_provider' | 'unlink_provider'}`
  | `account.${'link_directory' | `${'update' | 'delete'}_by_directory` | 'deactivate' | 'reactivate'}`
  | `directory_group.${'create' | 'update' | 'delete'}`
  | `account.${'add_passkey' | 'remove_passkey' | 'allow_device' | 'sign_in_device'}`;

/** The consequences of an action besides its record in the audit log. */
export interface ActionFacts {
  /** The type of the event that streams get. */
  readonly streamed?: string;
  /** The kinds of events that it puts into the outbox: those that webhooks can get, and others. */
  readonly webhooks?: readonly string[];
  readonly outbox?: readonly string[];
  /** The fields of its record that these events have. They say who did it, too. */
  readonly tells?: readonly string[];
  /** Why it can put lines into people's inboxes. */
  readonly inbox?: readonly string[];
}

/** Declares actions, as noun.verb. */
export const declareActions = exactDeclarer<ActionFacts>();

/** A declared action, or one on the instance. */
export type KnownAction = InstanceAuditAction | Declared<ActionFacts>;

/** An action that puts no event into the outbox. */
export type QuietAction = InstanceAuditAction | Declared<{ readonly webhooks?: never; readonly outbox?: never }>;
