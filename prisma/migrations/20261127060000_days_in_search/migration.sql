-- Drafts are found by the days in their fields from now on: the API makes the vectors of all drafts that have one once more.
UPDATE "entry_drafts" d SET "search_stale" = true FROM "entry_values" v
WHERE v."entry_id" = d."entry_id" AND v."locale" = d."locale" AND v."version" = d."version" AND d."search" IS NOT NULL
  AND v."values"::text ~ '"\d{4}-\d\d-\d\d';
