-- Lists by who created entries, and by who edited them last.
-- allowed: index: saves wait for it once, for seconds where a project has hundreds of thousands of entries.
CREATE INDEX "entries_creator_idx" ON "entries"("project_id", ("created_by" ->> 'id'));
-- allowed: index: saves wait for it once, for seconds where a project has hundreds of thousands of entries.
CREATE INDEX "entries_editor_idx" ON "entries"("project_id", ("updated_by" ->> 'id'));
-- Statistics of the few people who write most would have the planner read the whole table.
ALTER INDEX "entries_creator_idx" ALTER COLUMN 2 SET STATISTICS 0;
ALTER INDEX "entries_editor_idx" ALTER COLUMN 2 SET STATISTICS 0;
