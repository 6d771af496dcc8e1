-- Drafts are found by the values of their fields from now on: the API makes the vectors of all drafts once more.
UPDATE "entry_drafts" SET "search_stale" = true WHERE "search" IS NOT NULL AND NOT "search_stale";
