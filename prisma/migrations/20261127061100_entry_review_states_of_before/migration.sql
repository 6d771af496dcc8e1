-- The states of entries from before. Triggers keep those that change meanwhile.
UPDATE "entries" e SET "review_state" = r."state" FROM "entry_reviews" r
WHERE r."entry_id" = e."id" AND r."state" IS NOT NULL AND coalesce(r."approved_version" >= e."values_version", true);
