-- The API merges what was written into this index twice a second. Requests mustn't do it before: at its default of 4 MB
-- that comes at every two hundred and fifty new entries. More than this would be slow to search, and planners would
-- rather read the whole table.
ALTER INDEX "entry_drafts_search_idx" SET (gin_pending_list_limit = 8192);
