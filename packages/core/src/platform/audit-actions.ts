import { type Declared, declarer } from './declared.ts';

/** The actions in a project that modules below the nouns record, or several nouns. Features declare the others. */
export type CommonProjectAction =
  | `entry.${'create' | 'save' | 'publish' | 'republish' | 'unpublish' | 'delete' | 'restore' | 'restore_version'}`
  | `entry.${'duplicate' | 'order' | 'purge' | 'review'}`
  | 'schema.sync'
  | 'snapshot.restore'
  | 'webhook.disable'
  | `asset.${'upload' | 'complete' | 'copy' | 'update' | 'replace' | 'restore_version' | 'delete' | 'restore' | 'purge' | 'give_up'}`;

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

/** Consequences of an action besides its record. */
export interface ActionFacts {
  /** The type of the event that streams get. */
  readonly streamed?: string;
}

/** Declares actions, as noun.verb. */
export const declareActions = declarer<ActionFacts>();

/** An action that a feature has declared, or the name of a common one. */
export type KnownAction = CommonProjectAction | InstanceAuditAction | Declared<ActionFacts>;
