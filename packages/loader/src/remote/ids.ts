/** Form of a project's identifier. */
export const PROJECT_ID = /^prj_[A-Za-z0-9]{1,64}$/;
/** Form of a snapshot's identifier. */
export const SNAPSHOT_ID = /^snap_[A-Za-z0-9]{1,64}$/;
