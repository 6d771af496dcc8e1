-- Snapshots are restored in one transaction: the job that finished the second one is gone. `projects.restoring` stays until no
-- release needs it any more; each start finishes what it still marks.
DELETE FROM "jobs" WHERE "kind" = 'finish-restorations';
