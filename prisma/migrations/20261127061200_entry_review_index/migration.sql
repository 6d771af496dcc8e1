-- allowed: index: saves wait for it once, for seconds where a project has hundreds of thousands of entries.
CREATE INDEX "entries_review_idx" ON "entries"("project_id", "collection_key", "review_state", "status", "changed", "id");
