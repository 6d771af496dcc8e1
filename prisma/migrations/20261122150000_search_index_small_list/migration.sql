-- PostgreSQL gathers new drafts in a list, and takes them into the index when it's full, in the request that comes just
-- then. A short list costs that request some milliseconds.
ALTER INDEX "entry_drafts_search_idx" SET (gin_pending_list_limit = 256);
