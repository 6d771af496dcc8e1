-- The API merges what was written into this index half a second later. Requests should seldom have to do it before: at the
-- default of 4 MB one does for every 250 new entries of 2 kB in two locales. More than this would be slow to search, and
-- planners would rather read the whole table.
ALTER INDEX "entry_drafts_search_idx" SET (gin_pending_list_limit = 8192);
