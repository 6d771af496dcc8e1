-- Words of titles are found by their ends too from now on, for searches with typing mistakes: the API makes the vectors of
-- all drafts once more.
UPDATE "entry_drafts" SET "search_stale" = true WHERE "search" IS NOT NULL;
