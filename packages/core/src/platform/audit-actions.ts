/** The recorded actions in a project, as noun.verb. */
export type ProjectAuditAction =
  | `entry.${'create' | 'save' | 'publish' | 'republish' | 'unpublish' | 'delete' | 'restore' | 'restore_version'}`
  | `entry.${'duplicate' | 'order' | 'purge' | 'review'}`
  | 'schema.sync'
  | 'snapshot.restore'
  | `project.${'create' | 'update' | 'delete' | 'change_quotas' | 'change_archiving'}`
  | `translation.${'change_service' | 'change_glossary' | 'confirm' | `${'start' | 'cancel' | 'undo'}_run`}`
  | `member.${'add' | 'update' | 'remove' | 'reset_link'}`
  | `invitation.${'create' | 'revoke' | 'accept'}`
  | `token.${'create' | 'rotate' | 'revoke'}`
  | `asset.${'upload' | 'complete' | 'copy' | 'update' | 'replace' | 'restore_version' | 'delete' | 'restore' | 'purge' | 'give_up'}`
  | `asset_folder.${'create' | 'update' | 'delete'}`
  | `deploy_target.${'create' | 'update' | 'delete' | 'test' | 'resume'}`
  | `webhook.${'create' | 'update' | 'delete' | 'rotate_secret' | 'test' | 'redeliver' | 'disable'}`
  | `preview_link.${'create' | 'revoke'}`
  | `view.${'create' | 'update' | 'delete'}`
  | `comment.${'create' | 'update' | 'delete' | 'resolve' | 'reopen'}`
  | 'job.retry';

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

/** The action of an audit record. */
export type AuditAction = ProjectAuditAction | InstanceAuditAction;
