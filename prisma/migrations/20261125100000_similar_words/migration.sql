-- Words of titles are found by their ends too from now on, for searches with typing mistakes: the API makes all drafts'
-- vectors anew.
UPDATE "entry_drafts" SET "search_stale" = true WHERE "search" IS NOT NULL;
